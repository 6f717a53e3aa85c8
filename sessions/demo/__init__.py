"""A demonstration club with past and present evenings of each game, dealt from what the rulesets say."""
