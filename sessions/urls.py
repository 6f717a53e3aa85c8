"""The addresses of an evening's play."""

app_name = "sessions"

urlpatterns: list = []
