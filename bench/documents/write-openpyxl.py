"""Writes the workbooks that the JSON files of a folder describe, by openpyxl."""

import datetime
import glob
import json
import os
import sys

from openpyxl import Workbook


def write(path):
    book = Workbook()
    book.remove(book.active)
    for sheet in json.load(open(path)):
        made = book.create_sheet(sheet["name"])
        for cell in sheet["cells"]:
            value = cell.get("text", cell.get("number", cell.get("truth")))
            if "date" in cell:
                value = datetime.datetime.fromisoformat(cell["date"])
            place = made.cell(cell["row"], cell["column"], value)
            if "format" in cell:
                place.number_format = cell["format"]
            if "link" in cell:
                place.hyperlink = cell["link"]
        for top, left, bottom, right in sheet["merges"]:
            made.merge_cells(start_row=top, start_column=left, end_row=bottom, end_column=right)
        for row in sheet["hiddenRows"]:
            made.row_dimensions[row].hidden = True
        if sheet["isHidden"]:
            made.sheet_state = "hidden"
    book.save(path.replace(".json", "-openpyxl.xlsx"))


for path in glob.glob(os.path.join(sys.argv[1], "*.json")):
    write(path)
