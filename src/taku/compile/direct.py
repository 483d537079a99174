"""Compiled functions that Python calls like its own built-in ones, without ctypes in between.

A call by ctypes takes 0.4 µs, as long as ten decisions at connect four. Here a few lines of machine code take whole
numbers out of Python's objects, make a prepared call, and build a list of what it wrote. Whatever is not usual (other
arguments, a result below 0) is left to a function written in Python, which gets the same arguments. Python's lock is
held: these calls are shorter than giving it away.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from taku.compile.loader import Prepared, calling, machine_code

FASTCALL = 0x0080
"""CPython's METH_FASTCALL: arguments come as an array of objects."""


class _Method(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def direct(name: str, prepared: Prepared, places: Sequence[int], otherwise: Callable[..., Any]) -> Callable[..., None]:
    """A function that puts its arguments at these places of a prepared call, and makes it."""
    return _builtin(_acting(name, prepared.arguments, tuple(places)), prepared, otherwise)


def direct_list(name: str, prepared: Prepared, data: int, otherwise: Callable[..., Any]) -> Callable[..., list[int]]:
    """A function of one argument that gives the numbers which a prepared call left in an array of 32-bit integers.

    ``data`` is the place of the array's address. It begins with a number that is below 0 when the rest does not count,
    the only argument that the list is for, and the list's length.
    """
    return _builtin(_listing(name, data), prepared, otherwise)


def _builtin(method: _Method, prepared: Prepared, otherwise: Callable[..., Any]) -> Callable[..., Any]:
    new = ctypes.pythonapi.PyCFunction_NewEx
    new.argtypes, new.restype = (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p), ctypes.py_object
    # The tuple is the function's `self`: it keeps alive what the machine code points to.
    made: Callable[..., Any] = new(ctypes.addressof(method), (prepared.at, otherwise, prepared), None)
    return made


@cache
def _acting(name: str, arguments: int, places: tuple[int, ...]) -> _Method:
    lines = _begin(len(places))
    for i, place in enumerate(places):
        lines += [
            f"%a{i} = getelementptr ptr, ptr %args, i64 {i}",
            f"%o{i} = load ptr, ptr %a{i}",
            f"%n{i} = call i64 {_python('PyLong_AsLongLong')}(ptr %o{i})",
            f"%bad{i} = icmp eq i64 %n{i}, -1",
            f"br i1 %bad{i}, label %cleared, label %good{i}",
            f"good{i}:",
            f"%w{i} = getelementptr i64, ptr %words, i64 {place}",
            f"store i64 %n{i}, ptr %w{i}",
        ]
    lines += [
        *calling(arguments),
        "%fine = icmp eq i32 %r, 0",
        "%none = icmp eq i32 %r, -2",
        "%well = or i1 %fine, %none",
        "br i1 %well, label %called, label %fault",
        "called:",
        "%at = inttoptr i64 %v1 to ptr",
        "%result = load i64, ptr %at",
        "%unusual = icmp slt i64 %result, 0",
        "br i1 %unusual, label %otherwise, label %usual",
        "usual:",
        f"call void {_python('Py_IncRef')}(ptr {_object(None)})",
        f"ret ptr {_object(None)}",
        "fault:",
        f"call void {_python('PyErr_SetString')}(ptr {_object(IndexError)}, ptr @said)",
        "ret ptr null",
    ]
    return _method(name, lines)


@cache
def _listing(name: str, data: int) -> _Method:
    lines = _begin(1)
    lines += [
        "%o = load ptr, ptr %args",
        f"%n = call i64 {_python('PyLong_AsLongLong')}(ptr %o)",
        "%bad = icmp eq i64 %n, -1",
        "br i1 %bad, label %cleared, label %good",
        "good:",
        f"%w = getelementptr i64, ptr %words, i64 {data}",
        "%out = load ptr, ptr %w",
        "%known = load i32, ptr %out",
        "%whose.at = getelementptr i32, ptr %out, i64 1",
        "%whose.32 = load i32, ptr %whose.at",
        "%whose = sext i32 %whose.32 to i64",
        "%count.at = getelementptr i32, ptr %out, i64 2",
        "%count.32 = load i32, ptr %count.at",
        "%count = sext i32 %count.32 to i64",
        "%counts = icmp sge i32 %known, 0",
        "%same = icmp eq i64 %whose, %n",
        "%right = and i1 %counts, %same",
        "br i1 %right, label %new, label %otherwise",
        "new:",
        f"%list = call ptr {_python('PyList_New')}(i64 %count)",
        "%full = icmp eq ptr %list, null",
        "%empty = icmp eq i64 %count, 0",
        "%over = or i1 %full, %empty",
        "br i1 %over, label %end, label %next",
        "next:",
        "%i = phi i64 [0, %new], [%j, %next]",
        "%from = add i64 %i, 3",
        "%number.at = getelementptr i32, ptr %out, i64 %from",
        "%number.32 = load i32, ptr %number.at",
        "%number = sext i32 %number.32 to i64",
        f"%item = call ptr {_python('PyLong_FromLongLong')}(i64 %number)",
        f"call i32 {_python('PyList_SetItem')}(ptr %list, i64 %i, ptr %item)",
        "%j = add i64 %i, 1",
        "%more = icmp slt i64 %j, %count",
        "br i1 %more, label %next, label %end",
        "end:",
        "ret ptr %list",
    ]
    return _method(name, lines)


def _begin(arguments: int) -> list[str]:
    """Who calls with another number of arguments is left to Python."""
    return [
        f"%place = call ptr {_python('PyTuple_GetItem')}(ptr %self, i64 0)",
        f"%words = call ptr {_python('PyLong_AsVoidPtr')}(ptr %place)",
        f"%many = icmp eq i64 %count.given, {arguments}",
        "br i1 %many, label %begin, label %otherwise",
        "begin:",
    ]


def _method(name: str, lines: list[str]) -> _Method:
    """The lines as a function for Python's calls, with what they leave to ``otherwise``."""
    said = b"an index past its end, or a value that does not fit, in compiled code\0"
    text = "".join(f"\\{byte:02x}" for byte in said)
    source = [
        f'@said = internal constant [{len(said)} x i8] c"{text}"',
        "define ptr @direct(ptr %self, ptr %args, i64 %count.given) {",
        *lines,
        "cleared:",
        f"call void {_python('PyErr_Clear')}()",
        "br label %otherwise",
        "otherwise:",
        f"%in.python = call ptr {_python('PyTuple_GetItem')}(ptr %self, i64 1)",
        f"%answer = call ptr {_python('PyObject_Vectorcall')}(ptr %in.python, ptr %args, i64 %count.given, ptr null)",
        "ret ptr %answer",
        "}",
    ]
    return _Method(name.encode(), machine_code("\n".join(source), "direct"), FASTCALL, None)


def _python(name: str) -> str:
    """A function of CPython's, by its address in this process."""
    return _pointer(ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)


def _object(what: object) -> str:
    """An object that lives as long as the process."""
    return _pointer(id(what))


def _pointer(address: int | None) -> str:
    return f"inttoptr (i64 {address} to ptr)"
