"""Prints a source (JSON on stdin) with cairo and Pango: draw-cairo.py OUT."""
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
state = {'y': 70, 'page': 1}


def show(text, x, y, size, bold=False, width=475):
    layout = PangoCairo.create_layout(context)
    layout.set_font_description(Pango.FontDescription('DejaVu Serif %s%g' % ('Bold ' if bold else '', size * 0.75)))
    layout.set_width(int(width * Pango.SCALE))
    layout.set_text(text, -1)
    context.move_to(x, y)
    return layout


def decorate():
    PangoCairo.show_layout(context, show(source['title'] + ' - all rights', 60, 25, 9))
    PangoCairo.show_layout(context, show('Page %d' % state['page'], 280, 810, 9))


def room(height):
    if state['y'] + height > 790:
        decorate()
        context.show_page()
        state['page'] += 1
        state['y'] = 70


def block_of(text, size, bold=False, x=60, after=8):
    height = show(text, x, state['y'], size, bold).get_pixel_size()[1]
    room(height)
    PangoCairo.show_layout(context, show(text, x, state['y'], size, bold))
    state['y'] += height + after


for block in source['blocks']:
    kind = block['kind']
    if kind == 'heading':
        block_of(block['text'], 22 if block['level'] == 1 else 16, True)
    elif kind == 'paragraph':
        block_of(block['text'], 11)
    elif kind == 'list':
        for item in block['items']:
            block_of('\u2022 ' + item, 11, x=72, after=3)
    elif kind == 'lines':
        for line in block['lines']:
            block_of(line, 10, after=2)
    else:
        step = 475 / len(block['rows'][0])
        for row in block['rows']:
            room(16)
            for at, cell in enumerate(row):
                PangoCairo.show_layout(context, show(cell, 60 + at * step, state['y'], 10, width=step))
            state['y'] += 16
decorate()
surface.finish()
