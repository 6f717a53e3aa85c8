"""Does what a form asks for once, however often it is sent: a double press, or a network that repeats."""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from functools import wraps

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from .models import Sent

FIELD = "once"
KEPT = timedelta(days=1)


def once(view: Callable) -> Callable:
    """Carry a form with the mark of `{% once %}` out once; sent again, it leads where it led before.

    The same mark with other contents is another form: somebody went back and wrote something else. What
    was refused can be sent again.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if request.method != "POST" or not request.POST.get(FIELD):
            return view(request, *args, **kwargs)
        with transaction.atomic():
            Sent.objects.filter(at__lt=timezone.now() - KEPT).delete()
            sent, is_new = Sent.objects.get_or_create(key=_key(request))
            if not is_new:
                return redirect(sent.location)
            response = view(request, *args, **kwargs)
            if 300 <= response.status_code < 400:
                sent.location = response.url
                sent.save(update_fields=["location"])
            else:
                sent.delete()
        return response

    return guarded


def _key(request: HttpRequest) -> str:
    """What tells a form from every other: who sent it where, with what."""
    fields = sorted((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    said = json.dumps([request.user.pk, request.path, fields])
    return hashlib.sha256(said.encode()).hexdigest()
