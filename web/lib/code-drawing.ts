import { parse } from './trusted-html.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** Attributes of the shapes that a code is drawn with. */
const DRAWN = [
  'd',
  'fill',
  'stroke',
  'shape-rendering',
  'x',
  'y',
  'width',
  'height',
  'stroke-width',
]

const SHAPES_MAX_COUNT = 10_000

/** A QR code as an inline drawing of the shapes that a picture has, since not everybody loads pictures; `label` tells what it holds. */
export function drawShapes(markup: string, label: string): SVGElement {
  const source = parse(markup || `<svg xmlns="${SVG}"/>`, 'image/svg+xml').documentElement
  const drawing = document.createElementNS(SVG, 'svg')
  drawing.setAttribute('viewBox', source.getAttribute('viewBox') ?? '0 0 1 1')
  drawing.setAttribute('role', 'img')
  drawing.setAttribute('aria-label', label)
  drawing.setAttribute('class', 'code')
  for (const shape of [...source.querySelectorAll('path, rect')].slice(0, SHAPES_MAX_COUNT)) {
    const drawn = document.createElementNS(SVG, shape.localName)
    for (const name of DRAWN) {
      const value = shape.getAttribute(name)
      if (value !== null && !value.includes('(')) drawn.setAttribute(name, value)
    }
    drawing.append(drawn)
  }
  return drawing
}
