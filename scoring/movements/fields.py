"""Arithmetic on the tables of a room: numbers added in a group, and multiplied in a finite field.

An element is a whole number from 0 on, whose digits in mixed radix are added each by itself: modulo 9 for
the group (9,), modulo 3 and 3 for (3, 3).
"""

from functools import cache
from math import prod

Group = tuple[int, ...]

# The field of so many elements: its prime, and the highest power as a sum of the lower ones, lowest first.
_POWERS: dict[int, tuple[int, Group]] = {
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    9: (3, (2, 0)),
    16: (2, (1, 1, 0, 0)),
    32: (2, (1, 0, 1, 0, 0)),
}


def order(group: Group) -> int:
    """How many elements a group has."""
    return prod(group)


@cache
def add(group: Group, one: int, other: int) -> int:
    """The sum of two elements of a group."""
    total, weight = 0, 1
    for modulo in reversed(group):
        total += (one % modulo + other % modulo) % modulo * weight
        one, other, weight = one // modulo, other // modulo, weight * modulo
    return total


def negate(group: Group, one: int) -> int:
    """The element that adds to one to nothing."""
    total, weight = 0, 1
    for modulo in reversed(group):
        total += -one % modulo * weight
        one, weight = one // modulo, weight * modulo
    return total


def find_field(size: int) -> Group:
    """The group of a field of so many elements; empty where none is known here."""
    if size in _POWERS:
        prime, powers = _POWERS[size]
        return (prime,) * len(powers)
    is_prime = size > 1 and all(size % divisor for divisor in range(2, int(size**0.5) + 1))
    return (size,) if is_prime else ()


@cache
def multiply(size: int, one: int, other: int) -> int:
    """The product of two elements in the field of so many elements."""
    if size not in _POWERS:
        return one * other % size
    prime, powers = _POWERS[size]
    digits = [0] * len(powers)
    for digit in reversed(_digits(other, prime, len(powers))):
        carry = digits[-1]
        digits = [0, *digits[:-1]]
        own = _digits(one, prime, len(powers))
        digits = [(d + carry * p + digit * o) % prime for d, p, o in zip(digits, powers, own, strict=True)]
    return sum(digit * prime**place for place, digit in enumerate(digits))


def _digits(number: int, prime: int, count: int) -> list[int]:
    """The digits, lowest first."""
    return [number // prime**place % prime for place in range(count)]


def find_group(size: int) -> Group:
    """The sums of a product of fields, of so many elements in all; the moduli of one field are alike."""
    group: Group = ()
    divisor = 2
    while size > 1:
        power = 1
        while size % divisor == 0:
            size, power = size // divisor, power * divisor
        group, divisor = group + (find_field(power) if power > 1 else ()), divisor + 1
    return group


def double(group: Group, one: int) -> int:
    """The product with the element 2 in each of the fields of a group."""
    total, weight = 0, 1
    for modulo in sorted(set(group), reverse=True):
        size = modulo ** group.count(modulo)
        total += multiply(size, 2, one % size) * weight
        one, weight = one // size, weight * size
    return total
