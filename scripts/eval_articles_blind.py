"""The blind comparison of scripts/eval articles: texts A and B, the sheet that a reader marks, the key, and the count."""

import html
import json
import re
import secrets
from pathlib import Path

from eval_articles_api import Stop

CHOICES = ("A", "B", "tie")
LABELS = {"A": "A is better", "B": "B is better", "tie": "tie"}
# Headings of a list of sources at the end, in the languages of articles.
SOURCE_HEADINGS = re.compile(r"^#{1,6} +(sources|references|nguồn|nguồn tham khảo|tài liệu tham khảo)\s*:?\s*$", re.I)
FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
CODE_SPAN = re.compile(r"(`+[^`]*`+)")
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
# Code points from here on replace escaped characters while marks are read, so that none of them is taken for
# a mark.
HIDDEN = 0xE000


def lines_with_code(text: str):
    """Each line, and whether it is code."""
    fence = None
    for line in text.splitlines():
        mark = FENCE.match(line)
        if fence is None and mark:
            fence = mark[1]
            yield line, True
        elif fence is not None:
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = None
            yield line, True
        else:
            yield line, False


def outside_code(line: str, change) -> str:
    return "".join(part if index % 2 else change(part) for index, part in enumerate(CODE_SPAN.split(line)))


def same_form(text: str) -> str:
    """The text without what would give away who wrote it: images, URLs, the list of sources, the kind of bullet."""
    kept = []
    for line, code in lines_with_code(text.replace("\r\n", "\n").strip()):
        if not code and SOURCE_HEADINGS.match(line):
            break
        if not code and re.match(r"^\s*!\[", line):
            continue
        kept.append(line if code else outside_code(re.sub(r"^(\s*)[*+] ", r"\1- ", line), without_links))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip() + "\n"


def without_links(text: str) -> str:
    text = re.sub(r"\[\[(\d+)\]\]\([^)\s]*\)", r"[\1]", text)
    text = re.sub(r"\[(\d+)\]\([^)\s]*\)", r"[\1]", text)
    return re.sub(r"(?<![!\\])\[([^\[\]]+)\]\([^)\s]+(?: \"[^\"]*\")?\)", r"\1", text)


def unescaped(text: str) -> str:
    """Without backslashes before marks, which only one of the two writers sets."""
    return "".join(
        (line if code else outside_code(line, lambda part: ESCAPED.sub(r"\1", part))) + "\n" for line, code in lines_with_code(text)
    )


def word_count(text: str) -> int:
    return sum(any(character.isalnum() for character in word) for word in same_form(text).split())


def inline(line: str) -> str:
    def words(part: str) -> str:
        part = ESCAPED.sub(lambda mark: chr(HIDDEN + ord(mark[1])), part)
        part = html.escape(part, quote=False)
        part = re.sub(r"\*\*(\S(?:.*?\S)?)\*\*", r"<strong>\1</strong>", part)
        part = re.sub(r"(?<![*\w])\*(?!\s)([^*]+?)(?<!\s)\*(?![*\w])", r"<em>\1</em>", part)
        part = re.sub(r"(?<!\w)_(?!\s)([^_]+?)(?<!\s)_(?!\w)", r"<em>\1</em>", part)
        return re.sub(r"[\ue000-\ue07f]", lambda mark: html.escape(chr(ord(mark[0]) - HIDDEN)), part)

    parts = CODE_SPAN.split(line)
    return "".join(f"<code>{html.escape(part.strip('`').strip())}</code>" if index % 2 else words(part) for index, part in enumerate(parts))


def rendered(text: str) -> str:
    """Markdown as simple HTML: headings, paragraphs, lists, tables, quotations and code."""
    out, opened, paragraph = [], None, []

    def end(kind: str | None) -> None:
        """Ends what is open unless it is of this kind."""
        nonlocal opened
        if paragraph:
            out.append(f"<p>{inline(' '.join(paragraph))}</p>")
            paragraph.clear()
        if opened and opened != kind:
            out.append({"code": "</pre>"}.get(opened, f"</{opened}>"))
            opened = None

    def begin(kind: str) -> None:
        nonlocal opened
        end(kind)
        if opened != kind:
            out.append({"code": "<pre>"}.get(kind, f"<{kind}>"))
            opened = kind

    for line, code in lines_with_code(text):
        bare = line.strip()
        if code:
            begin("code")
            if not FENCE.match(line):
                out.append(html.escape(line))
            continue
        if opened == "code" or not bare:
            end(None if opened in ("code", "table", "blockquote") else opened)
            if not bare:
                continue
        if heading := re.match(r"(#{1,6}) +(.*?)#*$", bare):
            end(None)
            level = min(6, len(heading[1]) + 2)
            out.append(f"<h{level}>{inline(heading[2])}</h{level}>")
        elif item := re.match(r"(\s*)(-|\d+[.)]) +(.*)", line):
            begin("ul" if item[2] == "-" else "ol")
            out.append(f"<li{' class=deeper' if len(item[1]) > 1 else ''}>{inline(item[3])}</li>")
        elif bare.startswith("|"):
            begin("table")
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", bare.strip("|"))]
            if not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
                out.append("<tr>" + "".join(f"<td>{inline(cell)}</td>" for cell in cells) + "</tr>")
        elif bare.startswith(">"):
            begin("blockquote")
            out.append(f"<p>{inline(bare.lstrip('> '))}</p>")
        else:
            if not paragraph:
                end(None)
            paragraph.append(bare)
    end(None)
    return "\n".join(out)


class Comparison:
    """A folder for the reader (blind/) and the key beside it, which the reader does not get."""

    def __init__(self, out: Path, toss=lambda: secrets.randbelow(2)) -> None:
        self.folder, self.key_file, self.toss = out / "blind", out / "key.json", toss
        self.key = read_key(self.key_file) if self.key_file.exists() else {"comparison": secrets.token_hex(4), "pairs": {}}
        self.texts: dict[str, dict[str, str]] = {}

    def add(self, number: str, keyword: str, article: str, plain: str, write) -> None:
        """A pair keeps its order for good: a reader may have marked it."""
        if number not in self.key["pairs"]:
            first, second = ("article", "plain") if self.toss() else ("plain", "article")
            self.key["pairs"][number] = {"keyword": keyword, "A": first, "B": second}
            write(self.key_file, json.dumps(self.key, ensure_ascii=False, indent=1) + "\n")
        pair, texts = self.key["pairs"][number], {"article": same_form(article), "plain": same_form(plain)}
        self.texts[number] = {letter: texts[pair[letter]] for letter in "AB"}
        for letter, text in self.texts[number].items():
            write(self.folder / number / f"{letter}.md", unescaped(text))

    def write_sheets(self, write) -> None:
        sheet = self.folder / "sheet.md"
        # Existing marks are kept.
        marks = parse_sheet(sheet.read_text())["marks"] if sheet.exists() else {}
        keywords = {number: self.key["pairs"][number]["keyword"] for number in sorted(self.texts)}
        write(sheet, sheet_markdown(self.key["comparison"], keywords, marks))
        write(self.folder / "sheet.html", sheet_page(self.key["comparison"], keywords, self.texts, marks))


def read_key(file: Path) -> dict:
    try:
        key = json.loads(file.read_text())
        return {"comparison": key["comparison"], "pairs": key["pairs"]}
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise Stop(f"The key {file} can't be read ({problem}). It tells which text is which; name it with --key FILE.", 2) from None


HOW_TO = ("Each pair has two articles for the same search. Read both as a person who searches for it. Put an x between the brackets of the "
          "one that you would rather have found, or of “tie”, and write why: what one has and the other lacks.")


def sheet_markdown(comparison: str, keywords: dict[str, str], marks: dict[str, dict]) -> str:
    parts = [f"# Which article is better?\n\nComparison: {comparison}\n\n{HOW_TO}\n"]
    for number, keyword in keywords.items():
        mark = marks.get(number, {})
        boxes = "\n".join(f"- [{'x' if choice in mark.get('choices', []) else ' '}] {LABELS[choice]}" for choice in CHOICES)
        parts.append(f"## {number}. {keyword}\n\nTexts: [A]({number}/A.md), [B]({number}/B.md)\n\n{boxes}\n\nReason: {mark.get('reason', '')}".rstrip() + "\n")
    return "\n".join(parts)


def parse_sheet(text: str) -> dict:
    """The marks and reasons of a sheet, however its reader spaced them."""
    found = re.search(r"^Comparison: *(\w+)", text, re.M)
    marks = {}
    parts = re.split(r"^## +(\d{3,})\. .*$", text, flags=re.M)
    for number, part in zip(parts[1::2], parts[2::2]):
        boxes, _, reason = re.split(r"^(Reason:)", part, maxsplit=1, flags=re.M) if re.search(r"^Reason:", part, re.M) else (part, "", "")
        ticked = re.findall(r"^\s*[-*]? *\[ *[^\s\]]+ *\] *(A|B|tie)\b", boxes, re.M | re.I)
        marks[number] = {"choices": [choice.upper() if choice in "aAbB" else "tie" for choice in ticked], "reason": " ".join(reason.split())}
    return {"comparison": found[1] if found else None, "marks": marks}


def count(sheet: Path, key_file: Path | None) -> str:
    """The result of a marked sheet as a table with its reasons."""
    try:
        read = parse_sheet(sheet.read_text())
    except (OSError, ValueError) as problem:
        raise Stop(f"The sheet {sheet} can't be read: {problem}", 2) from None
    beside = [sheet.parent / "key.json", sheet.parent.parent / "key.json"]
    key = read_key(key_file or next((file for file in beside if file.exists()), beside[1]))
    if read["comparison"] != key["comparison"]:
        raise Stop(f"The sheet is of comparison {read['comparison']}, the key of {key['comparison']}. Name the right one with --key FILE.", 2)
    rows, totals = [], {"article": 0, "plain": 0, "tie": 0, "not marked": 0}
    for number, pair in sorted(key["pairs"].items()):
        mark = read["marks"].get(number, {"choices": [], "reason": ""})
        if len(mark["choices"]) > 1:
            raise Stop(f"Pair {number} has more than one mark: {', '.join(mark['choices'])}. Leave one.", 2)
        choice = mark["choices"][0] if mark["choices"] else "not marked"
        winner = pair.get(choice, choice)
        totals[winner] += 1
        rows.append(f"| {number} | {cell(pair['keyword'])} | {choice} | {winner} | {cell(mark['reason'])} |")
    marked = len(rows) - totals["not marked"]
    if not marked:
        raise Stop(f"No pair of {sheet} is marked: put an x between the brackets of A, B or tie.", 2)
    head = ["| Pair | Keyword | Marked | Preferred | Reason |", "|---|---|---|---|---|"]
    summary = f"The service's article was preferred in {totals['article']} of {marked} marked pairs, the plain prompt's in {totals['plain']}, ties {totals['tie']}"
    return "\n".join([*head, *rows, "", summary + (f"; {totals['not marked']} not marked." if totals["not marked"] else ".")])


def cell(text: str) -> str:
    return " ".join(str(text).split()).replace("|", "\\|")


STYLE = """body{font:16px/1.5 sans-serif;margin:1.5rem auto;max-width:90rem;padding:0 1rem}.pair{display:grid;grid-template-columns:1fr 1fr;gap:1.5rem}
@media(max-width:50rem){.pair{grid-template-columns:1fr}}.text{border:1px solid #999;border-radius:4px;padding:0 1rem;overflow:auto;max-height:80vh}
table{border-collapse:collapse}td{border:1px solid #999;padding:.2rem .5rem}pre{overflow:auto;background:#eee;color:#000;padding:.5rem}.deeper{margin-left:1.5rem}
textarea{width:100%;height:5rem;font:inherit}fieldset{margin:1rem 0 3rem}label{margin-right:1.5rem}button{font:inherit;padding:.5rem 1rem}"""
# Builds the marked sheet from the page's fields, in the format of sheet_markdown.
SCRIPT = """const form=document.forms[0],store='comparison-'+form.dataset.comparison;
const read=()=>[...form.querySelectorAll('fieldset')].map(f=>({number:f.dataset.number,keyword:f.dataset.keyword,
 choice:f.querySelector('input:checked')?.value??'',reason:f.querySelector('textarea').value.replace(/\\s+/g,' ').trim()}));
const left=()=>{document.querySelector('output').textContent=read().filter(p=>!p.choice).length+' not marked'};
try{for(const p of JSON.parse(localStorage.getItem(store)||'[]')){const f=form.querySelector(`fieldset[data-number="${p.number}"]`);if(!f)continue;
 if(p.choice)f.querySelector(`input[value="${p.choice}"]`).checked=true;if(p.reason)f.querySelector('textarea').value=p.reason}}catch{}
form.addEventListener('input',()=>{left();try{localStorage.setItem(store,JSON.stringify(read()))}catch{}});left();
form.addEventListener('submit',event=>{event.preventDefault();const labels=JSON.parse(form.dataset.labels);
 const text='# Which article is better?\\n\\nComparison: '+form.dataset.comparison+'\\n\\n'+read().map(p=>`## ${p.number}. ${p.keyword}\\n\\n`+
 Object.entries(labels).map(([value,label])=>`- [${p.choice===value?'x':' '}] ${label}\\n`).join('')+`\\nReason: ${p.reason}\\n`).join('\\n');
 const link=document.createElement('a');link.href=URL.createObjectURL(new Blob([text],{type:'text/markdown'}));link.download='sheet.md';link.click()});"""


def sheet_page(comparison: str, keywords: dict[str, str], texts: dict[str, dict[str, str]], marks: dict[str, dict]) -> str:
    parts = []
    for number, keyword in keywords.items():
        mark, name = marks.get(number, {}), html.escape(keyword)
        columns = "".join(f"<section class=text aria-label='Text {letter}'><h3>{letter}</h3>{rendered(texts[number][letter])}</section>" for letter in "AB")
        choices = "".join(
            f"<label><input type=radio name=c{number} value={choice}{' checked' if choice in mark.get('choices', []) else ''}> {LABELS[choice]}</label>" for choice in CHOICES
        )
        parts.append(
            f"<h2>{number}. {name}</h2><div class=pair>{columns}</div><fieldset data-number='{number}' data-keyword='{name}'><legend>{name}</legend>"
            f"{choices}<p><label for=r{number}>Reason</label></p><textarea id=r{number}>{html.escape(mark.get('reason', ''))}</textarea></fieldset>"
        )
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'><title>Which article is better?</title>"
        "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
        f"<style>{STYLE}</style><h1>Which article is better?</h1><p>Each pair has two articles for the same search. Read both as a person who searches for it, choose "
        "the one that you would rather have found, and write why. Your marks stay in this browser until you save the sheet.</p>"
        f"<form data-comparison='{comparison}' data-labels='{html.escape(json.dumps(LABELS))}'>{''.join(parts)}"
        f"<button>Save the marked sheet</button> <output></output></form><script>{SCRIPT}</script></html>\n"
    )
