"""Writes the TypeScript programs of the reference, the guides and the README into a directory: samples.py URL DIRECTORY."""

import html
import re
import sys
import urllib.request
from pathlib import Path

URL, DIRECTORY = sys.argv[1], Path(sys.argv[2])
# Fewer mean that the format of pages or guides has changed.
FEWEST = 30


def page(path):
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(URL + path) as response:
        return response.read().decode()


def main():
    programs = {}
    for group in sorted(set(re.findall(r'href="(/docs/reference/\w+)', page("/docs")))):
        for call, code in re.findall(r'<code id="code-(\w+)-typescript">(.*?)</code>', page(group), re.DOTALL):
            programs[call] = html.unescape(re.sub(r"<[^>]+>", "", code))
    for document in [Path("README.md"), *sorted(Path("docs/guides").glob("*.md"))]:
        for number, code in enumerate(re.findall(r"```typescript\n(.*?)```", document.read_text(), re.DOTALL)):
            programs[f"{document.stem}-{number}"] = code
    if len(programs) < FEWEST:
        sys.exit(f"only {len(programs)} programs were found")
    DIRECTORY.mkdir()
    (DIRECTORY / "package.json").write_text('{"type": "module"}\n')
    for name, code in programs.items():
        # A file without imports and exports is not a module, and has no top-level `await`.
        (DIRECTORY / f"{name}.ts").write_text(code if "export {}" in code else f"{code}\nexport {{}};\n")
    print(f"{len(programs)} programs")


main()
