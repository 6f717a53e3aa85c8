"""Takes something of a club away so that it can be put back for some time, with all that hangs on it.

What goes is written down whole, row by row; so is what it leaves behind, such as the session that belonged
to an event. Nothing here knows what the rows mean.
"""

import json
from collections.abc import Collection, Iterable, Iterator
from datetime import timedelta

from django.apps import apps
from django.core import serializers
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, router, transaction
from django.db.models.deletion import Collector
from django.utils import timezone
from django.utils.translation import gettext as _

from .models import Club, Removal

KEPT = timedelta(days=30)


class _Everything(Collector):
    """What goes along when something is deleted, row by row."""

    def can_fast_delete(self, *args, **kwargs) -> bool:
        return False


@transaction.atomic
def remove(thing: models.Model, *, club: Club, by=None, emptied: dict | None = None) -> Removal:
    """Take something away, with all that hangs on it, and keep how to put it back.

    ``emptied`` are fields of the club that lose their value with it, such as the version of its logo.
    """
    club.removals.filter(created_at__lt=timezone.now() - KEPT).delete()
    collector = _Everything(using=router.db_for_write(type(thing)))
    collector.collect([thing])
    ties = [*_ties(collector), *([club._meta.label, n, [club.pk], value] for n, value in _values(emptied))]
    removal = Removal(club=club, kind=thing._meta.label, title=str(thing)[: Removal.TITLE_MAX], by=by)
    removal.content = json.loads(serializers.serialize("json", _rows(collector)))
    removal.ties = ties
    removal.save()
    thing.delete()
    for name, value in _values(emptied):
        setattr(club, name, type(value)())
    club.save(update_fields=[*(emptied or {})])
    return removal


def _values(emptied: dict | None) -> list[tuple[str, str]]:
    return list((emptied or {}).items())


def _rows(collector: Collector) -> list[models.Model]:
    """The rows that go, whole: the collector itself reads no more of them than it needs."""
    found = []
    for model, rows in collector.data.items():
        found += model._base_manager.filter(pk__in=[row.pk for row in rows]).order_by("pk")
    return found


def _ties(collector: Collector) -> Iterator[list]:
    """The fields that are emptied because what they named goes: model, field, keys of rows, value."""
    for (field, _value), groups in collector.field_updates.items():
        for row in (row for group in groups for row in group):
            yield [row._meta.label, field.attname, [row.pk], getattr(row, field.attname)]


@transaction.atomic
def put_back(*, removal: Removal) -> models.Model:
    """Let what was taken away be there again; the thing itself. Raises ValidationError where it cannot."""
    removal = Removal.objects.select_for_update().get(pk=removal.pk)
    found = list(serializers.deserialize("json", json.dumps(removal.content)))
    rows = [each.object for each in found]
    if any(type(row).objects.filter(pk=row.pk).exists() for row in rows):
        raise ValidationError(_("Something else stands in its place by now: take that away first."))
    _complete(rows)
    try:
        with transaction.atomic():
            for each in found:
                each.save()
    except IntegrityError as error:
        raise ValidationError(
            _("Something else stands in its place by now: take that away first.")
        ) from error
    _tie(removal.ties)
    removal.delete()
    return next(row for row in rows if row._meta.label == removal.kind)


def _complete(rows: Collection[models.Model]) -> None:
    """Check that all that the rows need is there; what they can do without is left out."""
    own = {(row._meta.model, row.pk) for row in rows}
    named = _named(rows) - own
    gone = {(model, key) for model, key in named if not model._base_manager.filter(pk=key).exists()}
    lacking = [
        (row, field) for row in rows for field, key in _keys(row) if (field.related_model, key) in gone
    ]
    if any(not field.null for _row, field in lacking):
        raise ValidationError(_("Somebody or something that it needs is gone: it cannot be put back."))
    for row, field in lacking:
        setattr(row, field.attname, None)


def _named(rows: Iterable[models.Model]) -> set[tuple[type[models.Model], object]]:
    """All that the rows name, each once."""
    return {(field.related_model, key) for row in rows for field, key in _keys(row)}


def _keys(row: models.Model) -> list[tuple[models.Field, object]]:
    """The fields of a row that name another one, with its key."""
    fields = (field for field in row._meta.concrete_fields if field.is_relation)
    found = [(field, getattr(row, field.attname)) for field in fields]
    return [(field, key) for field, key in found if key is not None]


def _tie(ties: Iterable) -> None:
    """Give fields their value again where nothing else has come into them."""
    for label, name, keys, value in ties:
        model = apps.get_model(label)
        nothing = {f"{name}__isnull": True} if model._meta.get_field(name).null else {name: ""}
        model._base_manager.filter(pk__in=keys, **nothing).update(**{name: value})


def removals_of(club: Club) -> models.QuerySet[Removal]:
    """What can be put back, the latest first."""
    return club.removals.filter(created_at__gte=timezone.now() - KEPT).select_related("by")


def forget(club: Club, names: Iterable[str]) -> None:
    """Keep nothing that names somebody who is to be forgotten; it cannot be put back any more."""
    wanted = [name.casefold() for name in names]
    for removal in club.removals.all():
        text = json.dumps([removal.title, removal.content], ensure_ascii=False).casefold()
        if any(name in text for name in wanted):
            removal.delete()
