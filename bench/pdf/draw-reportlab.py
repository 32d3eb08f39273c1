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


story = []
for block in source['blocks']:
    kind = block['kind']
    if kind == 'heading':
        story.append(Paragraph(block['text'], styles['Heading%d' % block['level']]))
    elif kind == 'paragraph':
        story.append(Paragraph(block['text'], styles['BodyText']))
    elif kind == 'list':
        items = [Paragraph(item, styles['BodyText']) for item in block['items']]
        story.append(ListFlowable(items, bulletType='bullet'))
    elif kind == 'table':
        story.append(Table(block['rows'], repeatRows=1, style=[('GRID', (0, 0), (-1, -1), 0.5, 'black')]))
    else:
        story.extend(Paragraph(line, styles['Normal']) for line in block['lines'])
    story.append(Spacer(1, 6))
SimpleDocTemplate(sys.argv[1], pagesize=A4).build(story, onFirstPage=decorate, onLaterPages=decorate)
