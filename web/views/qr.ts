import { asText } from '../lib/as-text.ts'
import { WORDS } from '../words/hosts.ts'
import type { Json } from './bridge.ts'
import { copyable, drawCode } from './code-image.ts'
import { button, h } from './dom.ts'
import { alertBox, type Answer, draw, openLink, show, waitingBox } from './host.ts'

/** An address to pay to, alone or as EIP-681 writes it. */
const PAYMENT = /^(?:ethereum:(?:pay-)?)?0x[0-9a-f]{40}(?:@(\d{1,12}))?(?:[/?].*)?$/i

function heading(text: string): HTMLElement {
  return h('header', {}, h('h1', {}, PAYMENT.test(text) ? WORDS.payment : WORDS.qr))
}

async function take({ result, failure }: Answer): Promise<void> {
  const text = asText(result['text'])
  if (failure !== undefined) return draw(heading(text), alertBox(failure))
  const network = PAYMENT.exec(text)?.[1]
  const isLink = /^https?:\/\//i.test(text)
  draw(
    heading(text),
    h(
      'div',
      { class: 'centre' },
      await drawCode(text, `${WORDS.qr}: ${text}`, asText(result['svg'])),
    ),
    copyable(text),
    ...(network ? [h('p', { class: 'hint' }, `${WORDS.onNetwork}: eip155:${network}`)] : []),
    ...(isLink ? [button(WORDS.open, () => openLink(text))] : []),
  )
}

await show({
  name: 'qr',
  input: ({ text, url }: Json) => draw(heading(asText(text ?? url)), waitingBox(WORDS.loading, 4)),
  answer: (answer) => void take(answer),
  cancelled: () => draw(heading(''), alertBox(WORDS.cancelled)),
})
