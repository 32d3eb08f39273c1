import { asText } from '../lib/as-text.ts'
import { drawShapes } from '../lib/code-drawing.ts'
import { WORDS } from '../words/hosts.ts'
import { button, h } from './dom.ts'
import { callTool, copy, hasTool } from './host.ts'

/** A QR code, drawn by the server unless it is there already; `label` tells what it holds. */
export async function drawCode(text: string, label: string, svg = ''): Promise<Node> {
  const isMissing = svg === '' && hasTool('qr')
  const drawn = isMissing
    ? asText((await callTool('qr', { text, format: 'svg' })).result['svg'])
    : svg
  return drawShapes(drawn, label)
}

/** A text to copy, with the button that does so. */
export function copyable(text: string): HTMLElement {
  const code = h('code', { class: 'text', dir: 'auto', tabindex: '0' }, text)
  const status = h('span', { role: 'status', class: 'hint' })
  const take = button(WORDS.copy, () => {
    void copy(text, code).then(
      (isDone) => (status.textContent = isDone ? WORDS.copied : WORDS.selected),
    )
  })
  return h('div', { class: 'copyable' }, code, take, status)
}
