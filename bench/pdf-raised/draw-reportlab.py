"""Prints a document with raised and lowered parts (JSON on stdin) with ReportLab: draw-reportlab.py OUT."""
import json
import sys
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

source = json.load(sys.stdin)
pdfmetrics.registerFont(TTFont('Serif', '/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf'))
body = getSampleStyleSheet()['BodyText'].clone('text', fontName='Serif')
title = getSampleStyleSheet()['Title']


def text_of(marked):
    return Paragraph(marked.replace('sup>', 'super>'), body)


rows = [[text_of(cell) for cell in row] for row in source['rows']]
table = Table(rows, style=[('GRID', (0, 0), (-1, -1), 0.5, 'black')])
story = [Paragraph(source['title'], title)] + [text_of(one) for one in source['paragraphs']] + [table]
SimpleDocTemplate(sys.argv[1], pagesize=A4).build(story)
