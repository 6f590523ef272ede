"""Parameters that are one of a few strings."""

__all__ = ["check_choice"]


def check_choice(value, name, choices):
    """Refuse what is not one of the choices of a parameter."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(
            f"The {name!r} parameter must be one of {', '.join(map(repr, choices))}. "
            f"Got {value!r} instead."
        )
