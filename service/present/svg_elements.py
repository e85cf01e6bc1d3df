"""SVG elements as text, escaped."""

from __future__ import annotations

from functools import cache
from html import escape

FONT = "Georgia, 'DejaVu Serif', 'Times New Roman', serif"
INK = "#1f1b16"


def element(tag: str, *children: str, **attributes: object) -> str:
    """One element; underscores in attribute names become hyphens, and attributes that are None are left out."""
    listed = "".join([_attribute(name, value) for name, value in attributes.items() if value is not None])
    return f"<{tag}{listed}>{''.join(children)}</{tag}>" if children else f"<{tag}{listed}/>"


def _attribute(name: str, value: object) -> str:
    if isinstance(value, str):
        return f' {_hyphenate(name)}="{escape_text(value)}"'
    return f' {_hyphenate(name)}="{value:.1f}"' if isinstance(value, float) else f' {_hyphenate(name)}="{value}"'


@cache
def _hyphenate(name: str) -> str:
    return name.replace("_", "-")


def escape_text(content: str) -> str:
    """The text escaped for an SVG document, without the characters that XML does not allow."""
    legible = content if content.isprintable() else "".join(filter(str.isprintable, content))
    return escape(legible)


def title_element(content: str) -> str:
    """A `title` element, which browsers show on pointing and screen readers read out."""
    return element("title", escape_text(content))


def group(*children: str, **attributes: object) -> str:
    """An element `g` with these children."""
    return element("g", *children, **attributes)


def text_line(x: float, y: float, content: object, size: float, **attributes: object) -> str:
    """One line of text on the baseline `y`, centred at `x` unless `text_anchor` says otherwise."""
    return element("text", escape_text(str(content)), x=x, y=y, font_size=size, **attributes)


def use_shape(shape: str, x: float, y: float, scale: float = 1.0, turn: int = 0, **attributes: object) -> str:
    """A `use` element that shows a defined shape with its middle at (x, y)."""
    turned = f" rotate({turn})" if turn else ""
    scaled = f" scale({scale:g})" if scale != 1 else ""
    return element("use", href=f"#{shape}", transform=f"translate({x:g} {y:g}){turned}{scaled}", **attributes)
