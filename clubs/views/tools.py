"""What the views of this room share."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


def apply(form, service, **values):
    """What `service` returns, or None with its objections added to `form`."""
    try:
        return service(**values)
    except ValidationError as error:
        known = hasattr(error, "error_dict") and set(error.error_dict) <= {*form.fields, "__all__"}
        form.add_error(None, error if known or not hasattr(error, "error_dict") else error.messages)
        return None


def tell(request: HttpRequest, text: str, service, **values) -> bool:
    """Run `service` and put `text`, or its objection, at the top of the next page: whether it succeeded."""
    try:
        service(**values)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return False
    messages.success(request, text)
    return True
