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


def show(text, x, y, size, bold=False, width=475, align='l'):
    layout = PangoCairo.create_layout(context)
    layout.set_font_description(Pango.FontDescription('DejaVu Serif %s%g' % ('Bold ' if bold else '', size * 0.75)))
    layout.set_width(int(width * Pango.SCALE))
    layout.set_text(text, -1)
    layout.set_alignment({'r': Pango.Alignment.RIGHT, 'c': Pango.Alignment.CENTER}.get(align, Pango.Alignment.LEFT))
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


def line(x, y, right, bottom):
    context.set_line_width(0.6)
    context.move_to(x, y)
    context.line_to(right, bottom)
    context.stroke()


def draw_table(block):
    """Columns as wide as their texts ask for, in rows as high as their highest cell."""
    rows, columns = block['rows'], block.get('columns')
    borders = block.get('borders', 'none')
    count = len(rows[0])
    columns = columns or ['l'] * count
    wanted = [max(show(row[at], 0, 0, 10, width=4000).get_pixel_size()[0] for row in rows) + 10 for at in range(count)]
    wanted = [min(width, 150) if columns[at] == 'p' else width for at, width in enumerate(wanted)]
    shrink = min(1, 475 / sum(wanted))
    widths = [width * shrink for width in wanted]
    if block.get('caption'):
        block_of(block['caption'], 9, after=4)
    for index, row in enumerate(rows):
        layouts = [show(cell, 0, 0, 10, width=widths[at] - 8, align=columns[at]) for at, cell in enumerate(row)]
        height = max(layout.get_pixel_size()[1] for layout in layouts) + 4
        room(height)
        x = 60
        for at, cell in enumerate(row):
            PangoCairo.show_layout(context, show(cell, x + 4, state['y'] + 2, 10, width=widths[at] - 8, align=columns[at]))
            if borders == 'grid':
                context.set_line_width(0.6)
                context.rectangle(x, state['y'], widths[at], height)
                context.stroke()
            x += widths[at]
        if borders == 'rules' and index in (0, len(rows) - 1):
            if index == 0:
                line(60, state['y'], x, state['y'])
            line(60, state['y'] + height, x, state['y'] + height)
        state['y'] += height
    state['y'] += 8


for block in source['blocks']:
    kind = block['kind']
    if kind == 'heading':
        block_of(block['text'], [22, 22, 16, 13][block['level']], True)
    elif kind == 'paragraph':
        block_of(block['text'], 11)
    elif kind == 'list':
        for at, item in enumerate(block['items']):
            block_of('%s ' % (str(at + 1) + '.' if block.get('isOrdered') else '\u2022') + item, 11, x=72, after=3)
            for inner in (block.get('inner') or [[]] * (at + 1))[at]:
                block_of('\u2013 ' + inner, 11, x=92, after=3)
    elif kind == 'lines':
        for text in block['lines']:
            block_of(text, 10, after=2)
    elif kind == 'table':
        draw_table(block)
decorate()
surface.finish()
