"""Prints a source (JSON on stdin) with ReportLab: draw-reportlab.py OUT."""
import json
import sys
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import ListFlowable, Paragraph, SimpleDocTemplate, Spacer, Table

source = json.load(sys.stdin)
styles = getSampleStyleSheet()


def decorate(canvas, document):
    canvas.setFont('Helvetica', 8)
    canvas.drawString(60, 815, source['title'] + ' - all rights')
    canvas.drawCentredString(297, 25, 'Page %d' % document.page)


def list_of(items, inner, kind):
    flowables = []
    for at, item in enumerate(items):
        parts = [Paragraph(item, styles['BodyText'])]
        below = (inner or [[]] * (at + 1))[at]
        if below:
            parts.append(list_of(below, None, 'bullet'))
        flowables.append(parts)
    return ListFlowable(flowables, bulletType=kind)


def table_of(block):
    rows, columns = block['rows'], block.get('columns')
    borders = block.get('borders', 'grid')
    style = []
    cells = []
    for y, row in enumerate(rows):
        line = []
        for x, cell in enumerate(row):
            across = down = 0
            while x + across + 1 < len(row) and row[x + across + 1] == '<':
                across += 1
            while y + down + 1 < len(rows) and rows[y + down + 1][x] == '^':
                down += 1
            if (across or down) and cell not in '<^':
                style.append(('SPAN', (x, y), (x + across, y + down)))
            text = '' if cell in ('<', '^') else cell
            line.append(Paragraph(text, styles['BodyText']) if columns and columns[x] == 'p' and text else text)
        cells.append(line)
    for x, align in enumerate(columns or []):
        style.append(('ALIGN', (x, 0), (x, -1), {'r': 'RIGHT', 'c': 'CENTER'}.get(align, 'LEFT')))
    if block.get('heads'):
        style.append(('ALIGN', (0, 0), (-1, 0), {'r': 'RIGHT', 'c': 'CENTER'}.get(block['heads'], 'LEFT')))
    style.append(('VALIGN', (0, 0), (-1, -1), 'TOP'))
    if borders == 'grid':
        style.append(('GRID', (0, 0), (-1, -1), 0.5, 'black'))
    if borders == 'rules':
        style += [('LINEABOVE', (0, 0), (-1, 0), 1, 'black'), ('LINEBELOW', (0, 0), (-1, 0), 0.5, 'black')]
        style.append(('LINEBELOW', (0, -1), (-1, -1), 1, 'black'))
    widths = [140 if align == 'p' else None for align in columns] if columns else None
    return Table(cells, colWidths=widths, repeatRows=1, style=style)


story = []
for block in source['blocks']:
    kind = block['kind']
    if kind == 'heading':
        story.append(Paragraph(block['text'], styles['Heading%d' % block['level']]))
    elif kind == 'paragraph':
        text = block['text']
        if block.get('link'):
            link = block['link']
            text = text.replace(link['text'], '<a href="%s">%s</a>' % (link['url'], link['text']))
        story.append(Paragraph(text, styles['BodyText']))
    elif kind == 'list':
        story.append(list_of(block['items'], block.get('inner'), '1' if block.get('isOrdered') else 'bullet'))
    elif kind == 'table':
        if block.get('caption'):
            story.append(Paragraph(block['caption'], styles['Italic']))
        story.append(table_of(block))
    else:
        story.extend(Paragraph(line, styles['Normal']) for line in block['lines'])
    story.append(Spacer(1, 6))
SimpleDocTemplate(sys.argv[1], pagesize=A4).build(story, onFirstPage=decorate, onLaterPages=decorate)
