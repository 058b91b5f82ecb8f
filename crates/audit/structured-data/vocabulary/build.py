#!/usr/bin/env python3
"""Turns schema.org's vocabulary into the compact text that the crate embeds.

    vocabulary/build.py schemaorg-all-https.jsonld 30.0 > vocabulary/schema.org.txt

The graph is the file of that name among the downloads of a schema.org release. The package `schemaorg-validate` 0.3.0
of the Rust registry carries the one of release 30.0 unchanged (folder schema-data).
"""

import json
import sys

HEAD = """\
# schema.org {version}, the vocabulary's terms without their descriptions. Made by build.py; don't edit.
# NOTICE: schema.org's vocabulary is (c) the schema.org sponsors and contributors, licensed under the Creative Commons
# Attribution-ShareAlike License 3.0 (https://creativecommons.org/licenses/by-sa/3.0/). This shortened form of it is
# licensed under the same terms.
#
# type NAME < parents              property NAME @ domains : ranges              member NAME : types
# Behind a term: "attic" or "pending" if it stands there, "> NAME" if that replaces it.
"""

OURS = "schema:"


def names(node, key):
    """What a node refers to with a key, as short names of schema.org's own terms."""
    value = node.get(key, [])
    references = value if isinstance(value, list) else [value]
    ids = [each["@id"] if isinstance(each, dict) else each for each in references]
    return sorted(each.removeprefix(OURS) for each in ids if each.startswith(OURS))


def line(node):
    name = node["@id"].removeprefix(OURS)
    types = node["@type"] if isinstance(node["@type"], list) else [node["@type"]]
    if "rdf:Property" in types:
        parts = ["property", name, "@", *names(node, "schema:domainIncludes")]
        parts += [":", *names(node, "schema:rangeIncludes")]
    elif "rdfs:Class" in types:
        parents = names(node, "rdfs:subClassOf") or (["DataType"] if "schema:DataType" in types else [])
        parts = ["type", name, "<", *parents]
    else:
        parts = ["member", name, ":", *names(node, "@type")]
    section = node.get("schema:isPartOf", {}).get("@id", "")
    parts += [flag for flag in ("attic", "pending") if f"//{flag}.schema.org" in section]
    for replacement in names(node, "schema:supersededBy")[:1]:
        parts += [">", replacement]
    return " ".join(parts)


def main():
    path, version = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        graph = json.load(file)["@graph"]
    lines = sorted(line(node) for node in graph if node["@id"].startswith(OURS))
    print(HEAD.format(version=version) + "\n".join(lines))


main()
