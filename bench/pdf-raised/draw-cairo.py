"""Prints a document with raised and lowered parts (JSON on stdin) with cairo and Pango: draw-cairo.py OUT."""
import json
import sys
import cairo
import gi

gi.require_version('Pango', '1.0')
gi.require_version('PangoCairo', '1.0')
from gi.repository import Pango, PangoCairo  # noqa: E402

source = json.load(sys.stdin)
surface = cairo.PDFSurface(sys.argv[1], 595, 842)
context = cairo.Context(surface)
state = {'y': 60}


def show(marked, x=60, width=475, size=9):
    layout = PangoCairo.create_layout(context)
    layout.set_font_description(Pango.FontDescription('DejaVu Serif %g' % size))
    layout.set_width(width * Pango.SCALE)
    layout.set_markup(marked, -1)
    height = layout.get_pixel_size()[1]
    if state['y'] + height > 780:
        context.show_page()
        state['y'] = 60
    context.move_to(x, state['y'])
    PangoCairo.show_layout(context, layout)
    return height


state['y'] += show('<b>%s</b>' % source['title'], size=15) + 10
for paragraph in source['paragraphs']:
    state['y'] += show(paragraph) + 8
for row in source['rows']:
    top = state['y']
    height = max(show(cell, 66 + at * 160, 150) for at, cell in enumerate(row))
    context.set_line_width(0.6)
    for x in (60, 220, 380):
        context.move_to(x, top - 3)
        context.line_to(x, top + height + 3)
        context.stroke()
    for y in (top - 3, top + height + 3):
        context.move_to(60, y)
        context.line_to(380, y)
        context.stroke()
    state['y'] = top + height + 6
surface.finish()
