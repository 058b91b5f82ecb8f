"""The figures of scripts/eval articles: one row for each article and each plain text."""

import csv
import io
from datetime import datetime

from eval_articles_blind import cell

UNKNOWN = ""
# The figures that an article object may report about its making, under any of these names.
CALLS = ("calls", "modelCalls")
TOKENS_IN = ("inputTokens", "tokensIn", "promptTokens", "input")
TOKENS_OUT = ("outputTokens", "tokensOut", "completionTokens", "output")


def seconds(status: dict):
    try:
        began, ended = (datetime.fromisoformat(status[name].replace("Z", "+00:00")) for name in ("createdAt", "finishedAt"))
        return round((ended - began).total_seconds(), 1)
    except (KeyError, AttributeError, ValueError):
        return UNKNOWN


def reported(status: dict, names: tuple[str, ...]):
    """The first figure under one of the names that the article object has about its making."""
    article = status.get("article") or {}
    places = [article.get("generation"), article.get("usage"), article.get("cost"), status.get("usage"), status.get("cost"), status.get("billing")]
    while places:
        place = places.pop(0)
        if not isinstance(place, dict):
            continue
        for name in names:
            if isinstance(place.get(name), (int, float)):
                return place[name]
        places.extend(place.get(inner) for inner in ("usage", "tokens", "cost", "provider"))
    return UNKNOWN


def check_outcomes(status: dict) -> dict[str, str]:
    """Each quality check by name: pass, FAIL or not measured, with the value."""
    quality = (status.get("article") or {}).get("quality") or {}
    outcomes = {}
    for check in quality.get("checks") or quality.get("gates") or []:
        value, outcome = check.get("value"), check.get("outcome") or check.get("result") or check.get("status")
        if outcome is None:
            outcome = "not measured" if value is None else "pass" if check.get("passed") else "fail"
        outcome = {"fail": "FAIL", "not_measured": "not measured"}.get(outcome, outcome)
        measured = isinstance(value, (int, float)) and outcome != "not measured"
        outcomes[check["name"]] = f"{outcome} {value:.3g}" if measured else outcome
    return outcomes


def article_row(entry: dict, status: dict) -> dict:
    article, generation = status["article"], status["article"]["generation"]
    checks = check_outcomes(status)
    score = article["quality"].get("score")
    return {
        "number": entry["number"], "keyword": entry["keyword"], "language": entry["language"],
        "engine": generation["engine"], "model": generation["model"], "prompts": generation.get("promptVersion", UNKNOWN),
        "words asked": entry["words"], "words": article["wordCount"], "score": UNKNOWN if score is None else score,
        "seconds": seconds(status), "credits": (status.get("billing") or {}).get("chargedCredits", UNKNOWN),
        "calls": reported(status, CALLS), "tokens in": reported(status, TOKENS_IN), "tokens out": reported(status, TOKENS_OUT),
        "sources": len(article.get("sources") or []),
        "failed checks": ", ".join(name for name, outcome in checks.items() if outcome.startswith("FAIL")) or "none",
        **checks,
    }


def plain_row(entry: dict, plain: dict) -> dict:
    return {"number": entry["number"], "keyword": entry["keyword"], "from": plain["from"], "model": plain.get("model") or UNKNOWN,
            "words": plain["words"], "seconds": plain.get("seconds", UNKNOWN), "tokens in": plain.get("inputTokens") or UNKNOWN,
            "tokens out": plain.get("outputTokens") or UNKNOWN, "pages pasted in": len(plain.get("pages") or [])}


def columns(rows: list[dict]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def table(rows: list[dict]) -> str:
    names = columns(rows)
    lines = ["| " + " | ".join(names) + " |", "|---" * len(names) + "|"]
    lines += ["| " + " | ".join(cell(row.get(name, UNKNOWN)) for name in names) + " |" for row in rows]
    return "\n".join(lines)


def report(articles: list[dict], plain: list[dict], problems: list[str]) -> str:
    parts = ["# Figures\n"]
    if articles:
        held = sum(row["failed checks"] == "none" for row in articles)
        parts.append(f"## Articles of the service\n\n{held} of {len(articles)} pass every check. An empty cell is a figure that the service does not report.\n\n{table(articles)}\n")
    if plain:
        parts.append(f"## Plain prompts\n\nOne call each. Words are counted between spaces.\n\n{table(plain)}\n")
    if problems:
        parts.append("## Not done\n\n" + "\n".join(f"- {problem}" for problem in problems) + "\n")
    return "\n".join(parts)


def as_csv(rows: list[dict]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns(rows), restval=UNKNOWN, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
