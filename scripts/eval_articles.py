"""Prints what was measured of articles that `rankwright write` left in directories: one row each, then the shares."""

import json
import sys
from pathlib import Path


def main(folder: Path) -> None:
    names: list[str] = []
    rows = []
    for directory in sorted(folder.iterdir()):
        file = directory / "article.json"
        keyword = (directory / "keyword").read_text().strip()
        if not file.exists():
            rows.append((keyword, None, (directory / "log").read_text().strip().splitlines()[-1:]))
            continue
        article = json.loads(file.read_text())["article"]
        rows.append((keyword, article, None))
        names = names or [gate["name"] for gate in article["quality"]["gates"]]
    print("| keyword | engine | tier | words | score | broken | " + " | ".join(names) + " |")
    print("|---" * (6 + len(names)) + "|")
    whole = 0
    for keyword, article, problem in rows:
        if article is None:
            print(f"| {keyword} | failed: {' '.join(problem)} |")
            continue
        gates = {gate["name"]: gate for gate in article["quality"]["gates"]}
        broken = [name for name, gate in gates.items() if not gate["passed"]]
        whole += not broken
        values = ["" if gates[name]["value"] is None else f"{gates[name]['value']:.3g}" for name in names]
        generation = article["generation"]
        cells = [keyword, generation["engine"], generation["tier"], article["wordCount"], article["quality"]["score"]]
        print("| " + " | ".join(map(str, [*cells, ", ".join(broken), *values])) + " |")
    written = sum(article is not None for _, article, _ in rows)
    print(f"\n{written} of {len(rows)} were written; {whole} of {len(rows)} keep every gate")


main(Path(sys.argv[1]))
