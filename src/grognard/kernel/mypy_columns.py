"""A plugin for mypy: the columns of a table are those its row declares.

`g.units.at` is a list[int]; `g.units.att`, `g.units.add(att=3)` and `g.units.where(att=3)` are errors. It runs in no game.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.errorcodes import ErrorCode
from mypy.nodes import ARG_NAMED_OPT, TypeInfo
from mypy.plugin import AttributeContext, MethodSigContext, Plugin
from mypy.types import CallableType, FunctionLike, Instance, Type, get_proper_type

ROWS = "grognard.kernel.rows"
COLUMN = ErrorCode("column", "The columns of a table", "Grognard")


def columns(table: Type) -> list[str] | None:
    """The names of the columns of a table's row; None where the row is not known."""
    kind = get_proper_type(table)
    row = get_proper_type(kind.args[0]) if isinstance(kind, Instance) and kind.args else None
    if not isinstance(row, Instance) or row.type.fullname == f"{ROWS}.Row":
        return None
    found: list[str] = []
    for cls in row.type.mro:
        for name, symbol in cls.names.items():
            typed = get_proper_type(symbol.type) if symbol.type is not None else None
            if isinstance(typed, Instance) and typed.type.has_base(f"{ROWS}.Column"):
                found.append(name)
    return found


def column_read(ctx: AttributeContext) -> Type:
    known = columns(ctx.type)
    name = getattr(ctx.context, "name", "")
    if known is not None and name not in known:
        text = f"The rows of this table have no column {name!r}; they have {', '.join(sorted(known))}"
        ctx.api.fail(text, ctx.context, code=COLUMN)
    return ctx.default_attr_type


def columns_named(ctx: MethodSigContext) -> FunctionLike:
    known = columns(ctx.type)
    sign = ctx.default_signature
    if known is None or not isinstance(sign, CallableType):
        return sign
    number = sign.arg_types[-1]
    names: list[str | None] = [*known]
    return sign.copy_modified(arg_types=[number] * len(names), arg_kinds=[ARG_NAMED_OPT] * len(names), arg_names=names)


class Columns(Plugin):
    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        table, _, name = fullname.rpartition(".")
        if table != f"{ROWS}.Table":
            return None
        symbol = self.lookup_fully_qualified(table)
        own = symbol is not None and isinstance(symbol.node, TypeInfo) and name in symbol.node.names
        return None if own else column_read

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        return columns_named if fullname in (f"{ROWS}.Table.add", f"{ROWS}.Table.where") else None


def plugin(version: str) -> type[Plugin]:
    return Columns
