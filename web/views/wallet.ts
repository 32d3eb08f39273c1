import { asText } from '../lib/as-text.ts'
import { WORDS } from '../words/hosts.ts'
import type { Json } from './bridge.ts'
import { copyable, drawCode } from './code-image.ts'
import { button, h } from './dom.ts'
import {
  alertBox,
  type Answer,
  callTool,
  draw,
  hasTool,
  localTime,
  show,
  waitingBox,
} from './host.ts'
import { isRecord, recordsOf } from './json.ts'

const PAYMENTS_SHOWN = 10

let wallet: Json | undefined
let payments: Json[] | undefined
let failure = ''
let code: Node | undefined

function money(usd: unknown): string {
  return typeof usd === 'string' ? `$${usd}` : WORDS.unknown
}

function meter(label: string, spent: unknown, cap: unknown): HTMLElement {
  const [value, max] = [Number(spent), Number(cap)]
  const bar = h('meter', {
    min: '0',
    max: String(max || 1),
    value: String(value || 0),
    high: String(max * 0.8),
    'aria-label': label,
  })
  return h(
    'div',
    { class: 'meter' },
    h('p', {}, label, h('b', {}, `${money(spent)} ${WORDS.of} ${money(cap)}`)),
    bar,
  )
}

function fact(label: string, value: string): HTMLElement {
  return h('p', { class: 'fact' }, label, h('b', {}, value))
}

function balance({ address, network, asset, balance: held, caps, spent }: Json): HTMLElement[] {
  if (typeof address !== 'string') return [h('p', { class: 'empty' }, WORDS.noWallet)]
  const [limits, used] = [caps, spent].map((one) => (isRecord(one) ? one : {})) as [Json, Json]
  return [
    h(
      'p',
      { class: 'sum' },
      h('span', { class: 'hint' }, WORDS.balance),
      h('b', {}, money(held)),
      h('span', { class: 'hint' }, `${asText(asset)} · ${asText(network)}`),
    ),
    copyable(address),
    ...(hasTool('qr')
      ? [
          button(code ? WORDS.hideFunds : WORDS.addFunds, () => void toggleCode(address), {
            'aria-expanded': String(code !== undefined),
          }),
        ]
      : []),
    ...(code
      ? [h('div', { class: 'centre' }, code, h('p', { class: 'hint' }, WORDS.fundHint))]
      : []),
    meter(WORDS.today, used['day'], limits['perDay']),
    meter(WORDS.session, used['session'], limits['perSession']),
    h(
      'div',
      { class: 'facts' },
      fact(WORDS.perCall, money(limits['perCall'])),
      fact(WORDS.asksAbove, money(limits['approveAbove'])),
      fact(WORDS.pending, money(used['open'])),
    ),
  ]
}

function paymentRow(payment: Json): HTMLElement {
  const state = asText(payment['state'])
  return h(
    'tr',
    {},
    h(
      'td',
      {},
      h('b', {}, asText(payment['operation'])),
      h('span', { class: 'hint' }, asText(payment['host'])),
    ),
    h(
      'td',
      {},
      h('time', { datetime: asText(payment['signedAt']) }, localTime(payment['signedAt'])),
      h('span', { class: 'hint' }, WORDS.states[state] ?? state),
    ),
    h('td', { class: 'amount' }, money(payment['usd'])),
  )
}

function render(): void {
  draw(
    h(
      'header',
      {},
      h('h1', {}, WORDS.wallet),
      button(WORDS.refresh, () => void load()),
    ),
    ...(failure ? [alertBox(failure)] : []),
    ...(wallet ? balance(wallet) : failure ? [] : [waitingBox(WORDS.loading, 4)]),
    ...(payments
      ? [
          h('h2', {}, WORDS.payments),
          payments.length === 0
            ? h('p', { class: 'empty' }, WORDS.noPayments)
            : h(
                'table',
                { 'aria-label': WORDS.payments },
                h('tbody', {}, ...payments.map(paymentRow)),
              ),
        ]
      : []),
  )
}

async function toggleCode(address: string): Promise<void> {
  code = code ? undefined : await drawCode(address, `${WORDS.qr}: ${address}`)
  render()
}

function take({ result, failure: failed }: Answer): void {
  failure = failed ?? ''
  if ('payments' in result) payments = recordsOf(result['payments'])
  if ('caps' in result) wallet = result
  render()
}

async function load(): Promise<void> {
  if (hasTool('wallet_status')) take(await callTool('wallet_status', {}))
  if (hasTool('wallet_history')) take(await callTool('wallet_history', { limit: PAYMENTS_SHOWN }))
}

await show({
  name: 'wallet',
  input: render,
  answer(answer) {
    take(answer)
    if (answer.failure !== undefined) return
    if (!wallet && hasTool('wallet_status')) void callTool('wallet_status', {}).then(take)
    if (!payments && hasTool('wallet_history')) {
      void callTool('wallet_history', { limit: PAYMENTS_SHOWN }).then(take)
    }
  },
  cancelled() {
    failure = WORDS.cancelled
    render()
  },
})
