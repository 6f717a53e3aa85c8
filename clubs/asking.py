"""Asks once before something goes: what goes, what stays, and whether it can be had back."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def ask(
    request: HttpRequest, *, heading: str, text: str, deed: str, back_url: str, shown: Iterable[str] = ()
) -> HttpResponse:
    """A page with one button, which posts to the address it is at; ``shown`` is what goes, as it stands.

    What else was posted to get there is sent again with it.
    """
    kept = [(name, value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"]
    context = {"heading": heading, "text": text, "deed": deed, "back_url": back_url}
    return render(request, "clubs/ask.html", context | {"shown": list(shown), "kept": kept})
