# SPDX-License-Identifier: MIT
"""Holds the metadata of a package's folder against fields.tsv, which has each field that it may and must
have, with the manual that says so: fields.py FOLDER VERSION TABLE"""
import json
import os
import re
import sys

folder, version, table = sys.argv[1:]


def plain(text):
    """The YAML that these files have: maps by indentation, lists of one line each."""
    top = {}
    levels = [(-1, top)]
    for line in text.splitlines():
        depth, line = len(line) - len(line.lstrip()), line.strip()
        if line.startswith("#"):
            continue
        if line.startswith("- "):
            levels[-1][1].setdefault("", []).append(line[2:])
            continue
        while depth <= levels[-1][0]:
            levels.pop()
        key, value = line.split(":", 1)
        if value.strip():
            levels[-1][1][key] = value.strip().strip('"')
        else:
            levels[-1][1][key] = {}
            levels.append((depth, levels[-1][1][key]))
    return top


def read(name):
    with open(f"{folder}/{name}", encoding="utf-8") as file:
        text = file.read()
    if name.endswith(".json"):
        return json.loads(text)
    return plain(text) if name.endswith(".yml") else dict(line.split("=", 1) for line in text.splitlines())


def fields(of):
    """Each field with its value as text; those of these maps one by one."""
    for key, value in of.items():
        if isinstance(value, dict) and (key in ("repository", "dependencies") or "cmake" in value):
            yield from ((f"{key}.{inner}", text) for inner, text in value.items())
        else:
            yield key, value if isinstance(value, str) else json.dumps(value)


with open(table, encoding="utf-8") as lines:
    rows = [line.rstrip("\n").split("\t") for line in lines if not line.startswith("#")]
for name in dict.fromkeys(row[0] for row in rows):
    has = dict(fields(read(name)))
    known = {field: pattern for of, names, pattern, _ in rows if of == name for field in names.split(",")}
    assert set(has) == set(known), f"{name}: {set(has) ^ set(known)}"
    for field, pattern in known.items():
        assert re.fullmatch(pattern, has[field]), f"{name}: {field} is {has[field]}"
        assert field != "version" or has[field] == version, f"{name}: {has[field]}"
m = read("library.json")
# Sources in different folders may have the same name, and an archive would keep only the last one.
assert m["build"] == {"includeDir": "src", "libArchive": False} and all(k == k.lower() for k in m["keywords"])
there = [f"src/{m['headers']}"] + [f"{e['base']}/{file}" for e in m["examples"] for file in e["files"]]
there += [f"{sample}/{file}" for sample in read("zephyr/module.yml")["samples"][""]
          for file in ("CMakeLists.txt", "prj.conf", "src/main.c", "src/fox.c")]
path = read("idf_component.yml")["examples"][""][0].removeprefix("path: ")
for file in there + [f"{path}/main/{file}" for file in ("main.c", "fox.c", "fox.h", "idf_component.yml")]:
    assert os.path.exists(f"{folder}/{file}"), file
