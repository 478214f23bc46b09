"""Small faults of the kind a tired developer makes, found in a module's syntax tree and written into its text."""

import ast
import difflib
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
    ast.Pow: ast.Mult,
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
LOGGERS = ("LOG", "logging", "logger")


@dataclass(frozen=True)
class Mutant:
    """One fault: a stretch of a module's text and what stands there instead."""

    module: str
    kind: str
    line: int
    """Of the statement, which a test must reach to notice."""
    last: int
    start: int
    end: int
    text: str

    def applied(self, source: bytes) -> bytes:
        """The module's text with the fault in it."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def diff(self, source: bytes) -> str:
        """The lines taken out and put in."""
        before, after = source.decode().splitlines(), self.applied(source).decode().splitlines()
        found = difflib.unified_diff(before, after, lineterm="", n=0)
        return "\n".join(line for line in found if not line.startswith(("---", "+++", "@@")))

    def key(self, source: bytes) -> str:
        """A name that stays as long as the module's text does."""
        told = f"{self.module}:{self.start}:{self.end}:{self.text}:".encode() + source
        return hashlib.blake2b(told, digest_size=8).hexdigest()


class _Finder:
    """Walks one module; strings of annotations, documents and log lines are nobody's behaviour."""

    def __init__(self, module: str, source: bytes) -> None:
        self.module, self.source = module, source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.statement: ast.stmt | None = None
        self.found: list[Mutant] = []

    def place(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where the node stands in the text."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def add(self, kind: str, node: ast.expr | ast.stmt, text: str) -> None:
        """Notes a fault in place of the node."""
        within = self.statement or node
        start, end = self.place(node)
        if self.source[start:end].decode() != text:
            last = within.lineno if hasattr(within, "body") else within.end_lineno or within.lineno
            first = min(within.lineno, node.lineno)
            self.found.append(Mutant(self.module, kind, first, max(last, node.lineno), start, end, text))

    def replace(self, kind: str, node: ast.expr, instead: ast.expr) -> None:
        """Notes another expression in place of this one; in brackets, for it may bind less tightly."""
        self.add(kind, node, f"({ast.unparse(instead)})")

    def body(self, statements: list[ast.stmt]) -> None:
        """Every statement of a block but its document."""
        for number, each in enumerate(statements):
            text = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            if text and (number == 0 or isinstance(statements[number - 1], ast.Assign | ast.AnnAssign)):
                continue
            self.visit_statement(each)

    def visit_statement(self, node: ast.stmt) -> None:
        """A statement left out or turned round, and what stands in it."""
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert) or _for_types_alone(node):
            return
        before, self.statement = self.statement, node
        self.statement_faults(node)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "bases", "keywords", "type_params", "target"):
                continue
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                self.body(value)
            else:
                self.visit(value)
            self.statement = node
        self.statement = before

    def statement_faults(self, node: ast.stmt) -> None:
        """What can go wrong with a statement as a whole."""
        match node:
            case ast.Expr(value=ast.Call() | ast.Await()) if not _logs(node.value):
                self.add("statement", node, "pass")
            case ast.Raise() | ast.Delete():
                self.add("statement", node, "pass")
            case ast.If(orelse=[], body=body) if not any(isinstance(each, ast.FunctionDef) for each in body):
                self.add("statement", node, "pass")
            case ast.Return(value=ast.Constant(value=None)) | ast.Return(value=None):
                self.add("statement", node, "pass")
            case ast.Return(value=ast.expr()):
                self.add("return", node, "return None")
            case ast.Break():
                self.add("statement", node, "continue")
            case ast.Continue():
                self.add("statement", node, "break")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                self.add("statement", node, "pass")
            case ast.AugAssign(op=op):
                self.add("statement", node, "pass")
                if type(op) in ARITHMETIC:
                    other = ast.AugAssign(node.target, ARITHMETIC[type(op)](), node.value)
                    self.add("arithmetic", node, ast.unparse(other))

    def visit(self, value: object) -> None:
        """Every expression within."""
        if isinstance(value, list):
            for each in value:
                self.visit(each)
        elif isinstance(value, ast.stmt):
            self.visit_statement(value)
        elif isinstance(value, ast.JoinedStr) or (isinstance(value, ast.expr) and (_logs(value) or _literal(value))):
            return  # Python 3.11 does not know where the parts of an f-string stand
        elif isinstance(value, ast.AST):
            if isinstance(value, ast.expr):
                self.expression_faults(value)
            for name, child in ast.iter_fields(value):
                if name not in ("annotation", "op", "ops", "ctx"):
                    self.visit(child)

    def expression_faults(self, node: ast.expr) -> None:
        """What can go wrong with an expression."""
        match node:
            case ast.Compare(left=left, ops=ops, comparators=others):
                for number, op in enumerate(ops):
                    turned = [*ops[:number], COMPARISONS[type(op)](), *ops[number + 1 :]]
                    self.replace("comparison", node, ast.Compare(left, turned, others))
            case ast.BoolOp(op=op, values=values):
                self.replace("boolean", node, ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values))
                for number in range(len(values)):
                    rest = [*values[:number], *values[number + 1 :]]
                    self.replace("boolean", node, rest[0] if len(rest) == 1 else ast.BoolOp(op, rest))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.replace("boolean", node, operand)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
                self.replace("arithmetic", node, ast.BinOp(left, ARITHMETIC[type(op)](), right))
            case ast.IfExp(body=body, orelse=other, test=test):
                self.replace("boolean", node, ast.IfExp(test, other, body))
            case ast.Call(func=function, args=args):
                if isinstance(function, ast.Name) and function.id in TWINS:
                    other_call = ast.Call(ast.Name(TWINS[function.id]), args, node.keywords)
                    self.replace("call", node, other_call)
                ordered = not isinstance(function, ast.Name) or function.id not in TWINS
                if ordered and len(args) > 1 and not any(isinstance(each, ast.Starred) for each in args[:2]):
                    swapped = [args[1], args[0], *args[2:]]
                    self.replace("arguments", node, ast.Call(function, swapped, node.keywords))
            case ast.Constant(value=value):
                self.constant_fault(node, value)

    def constant_fault(self, node: ast.expr, value: object) -> None:
        """Another value of the same type; text with spaces in it is for people, and its wording is no behaviour."""
        match value:
            case bool():
                self.add("constant", node, str(not value))
            case int():
                self.add("constant", node, f"({value} + 1)")
            case float():
                self.add("constant", node, f"({value} * 2 + 1)")
            case str() if value and not any(letter.isspace() for letter in value):
                self.add("constant", node, repr(f"X{value}X"))


def _for_types_alone(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _literal(node: ast.expr) -> bool:
    """Whether the expression is a type: Literal["a", "b"]."""
    return isinstance(node, ast.Subscript) and ast.unparse(node.value) in ("Literal", "Annotated", "Callable")


def _logs(node: ast.expr) -> bool:
    function = node.func if isinstance(node, ast.Call) else None
    return isinstance(function, ast.Attribute) and ast.unparse(function.value) in LOGGERS


def mutants(module: str, source: bytes) -> Iterator[Mutant]:
    """Every fault that can be planted in the module, each of them a program that compiles."""
    finder = _Finder(module, source)
    finder.body(ast.parse(source).body)
    for each in finder.found:
        try:
            compile(each.applied(source), module, "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            continue
        yield each
