import { WORDS } from '../words/hosts.ts'
import { button, h, parse } from './dom.ts'
import { callTool, copy, hasTool } from './host.ts'
import { textOf } from './json.ts'

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

/** A QR code as an inline drawing, since hosts need not load pictures; `label` tells what it holds. */
export async function drawCode(text: string, label: string, svg = ''): Promise<Node> {
  const markup =
    svg ||
    (hasTool('qr') ? textOf((await callTool('qr', { text, format: 'svg' })).result['svg']) : '')
  const source = parse(
    markup || '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'image/svg+xml',
  ).documentElement
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

/** A text to copy, with the button that does so. */
export function copyable(text: string): HTMLElement {
  const shown = h('code', { class: 'text', dir: 'auto', tabindex: '0' }, text)
  const status = h('span', { role: 'status', class: 'hint' })
  const take = button(WORDS.copy, () => {
    void copy(text, shown).then(
      (isDone) => (status.textContent = isDone ? WORDS.copied : WORDS.selected),
    )
  })
  return h('div', { class: 'copyable' }, shown, take, status)
}
