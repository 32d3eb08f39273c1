"""Writes documents given as JSON, one a line on standard input, with python-docx: {"file": path, "blocks": [...]}."""
import json, sys
import docx

LISTS = {"-": "List Bullet", "1": "List Number"}

def add(paragraph, inlines):
    for part in inlines:
        run = paragraph.add_run(part["text"])
        kind = part["kind"]
        if kind == "bold": run.bold = True
        elif kind == "italic": run.italic = True
        elif kind == "struck": run.font.strike = True
        elif kind == "sup": run.font.superscript = True
        elif kind == "sub": run.font.subscript = True
        elif kind == "code": run.font.name = "Courier New"

def add_list(document, made, depth):
    name = LISTS[made["type"]] + ("" if depth == 1 else f" {depth}")
    for item in made["items"]:
        add(document.add_paragraph(style=name), item["inlines"])
        if item.get("inner"): add_list(document, item["inner"], depth + 1)

def write(source):
    document = docx.Document()
    for block in source["blocks"]:
        kind = block["kind"]
        if kind == "heading": add(document.add_heading(level=block["level"]), block["inlines"])
        elif kind == "paragraph": add(document.add_paragraph(), block["inlines"])
        elif kind == "quote": add(document.add_paragraph(style="Intense Quote"), block["inlines"])
        elif kind == "code":
            for line in block["lines"]: document.add_paragraph().add_run(line).font.name = "Courier New"
        elif kind == "list": add_list(document, block["list"], 1)
        else:
            rows = block["rows"]
            table = document.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
            for y, row in enumerate(rows):
                for x, cell in enumerate(row):
                    if not cell: continue
                    made = table.cell(y, x)
                    if cell["columns"] > 1 or cell["rows"] > 1:
                        made = made.merge(table.cell(y + cell["rows"] - 1, x + cell["columns"] - 1))
                    add(made.paragraphs[0], cell["inlines"])
    document.save(source["file"])

for line in sys.stdin: write(json.loads(line))
