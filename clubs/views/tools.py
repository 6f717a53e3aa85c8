"""What the views of this room share."""

from django.core.exceptions import ValidationError


def apply(form, service, **values):
    """What `service` returns, or None with its objections added to `form`."""
    try:
        return service(**values)
    except ValidationError as error:
        known = hasattr(error, "error_dict") and set(error.error_dict) <= {*form.fields, "__all__"}
        form.add_error(None, error if known or not hasattr(error, "error_dict") else error.messages)
        return None
