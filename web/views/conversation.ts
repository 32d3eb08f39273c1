import { asText } from '../lib/as-text.ts'
import { isOfComposition } from '../lib/composition.ts'
import { WORDS } from '../words/hosts.ts'
import { type Json, request } from './bridge.ts'
import { button, h } from './dom.ts'
import {
  alertBox,
  type Answer,
  callTool,
  draw,
  hasTool,
  localCount,
  localTime,
  show,
  waitingBox,
} from './host.ts'
import { isRecord, recordsOf, textsOf } from './json.ts'
import { richText } from './rich-text.ts'

/** Time within which further messages of one sender follow without their name. */
const FOLLOWS_WITHIN_MS = 300_000

const SHOWN_MAX_COUNT = 300

let args: Json = {}
let messages: Json[] = []
let html: Json = {}
let older: unknown
let failure = ''
let isLoading = true
let isSending = false
const status = h('p', { role: 'status', class: 'hint' })
const area = h('textarea', {
  rows: '2',
  'aria-label': WORDS.message,
  placeholder: WORDS.sendHint,
  onkeydown: sendByKey,
})

/** Where to write, as far as all messages and the call agree on one conversation. */
function conversation(): Json | undefined {
  if (textsOf(args['people']).length > 0) return { people: args['people'] }
  const [last] = messages.slice(-1)
  const { channel = last?.['channel'], topic = last?.['topic'] } = args
  const isOne = messages.every(
    (message) => message['channel'] === channel && message['topic'] === topic,
  )
  return isOne && channel !== undefined && topic !== undefined ? { channel, topic } : undefined
}

function title(): string {
  const { channel, topic, people } = args
  const where = [asText(channel) && `#${asText(channel)}`, asText(topic)]
    .filter(Boolean)
    .join(' › ')
  return where || textsOf(people).join(', ') || WORDS.messages
}

function placeOf(message: Json): string {
  const { channel, topic, people } = message
  return channel === undefined
    ? textsOf(people).join(', ')
    : `#${asText(channel)} › ${asText(topic)}`
}

function row(message: Json, before: Json | undefined): HTMLElement {
  const [time, last] = [message['time'], before?.['time']].map((one) => Date.parse(asText(one)))
  const hasPlace = conversation() === undefined && (!before || placeOf(before) !== placeOf(message))
  const follows =
    !hasPlace &&
    before?.['sender_id'] === message['sender_id'] &&
    (time ?? 0) - (last ?? 0) < FOLLOWS_WITHIN_MS
  const flags = textsOf(message['flags'])
  const rendered = html[String(message['id'])]
  const content = h('div', { class: 'content', dir: 'auto' })
  content.append(typeof rendered === 'string' ? richText(rendered) : asText(message['content']))
  const reactions = Object.entries(isRecord(message['reactions']) ? message['reactions'] : {})
  return h(
    'li',
    { class: follows ? 'follows' : '' },
    hasPlace && h('p', { class: 'hint' }, placeOf(message)),
    !follows &&
      h(
        'p',
        { class: 'head' },
        h('b', { dir: 'auto' }, asText(message['sender'])),
        h('time', { datetime: asText(message['time']) }, localTime(message['time'])),
        flags.includes('unread') && h('span', { class: 'tag' }, WORDS.unread),
      ),
    content,
    flags.includes('edited') && h('span', { class: 'hint' }, WORDS.edited),
    reactions.length > 0 &&
      h(
        'p',
        { class: 'chips' },
        ...reactions.map(([name, count]) => h('span', {}, `:${name}: ${localCount(count)}`)),
      ),
  )
}

function render(): void {
  const to = conversation()
  draw(
    h(
      'header',
      {},
      h('h1', { dir: 'auto' }, title()),
      button(WORDS.refresh, () => void load({})),
    ),
    ...(failure ? [alertBox(failure)] : []),
    ...(older === undefined
      ? []
      : [button(WORDS.earlier, () => void load({ before: older }), { class: 'wide' })]),
    ...(isLoading && messages.length === 0 ? [waitingBox(WORDS.loading)] : []),
    ...(!isLoading && messages.length === 0 && !failure
      ? [h('p', { class: 'empty' }, WORDS.noMessages)]
      : []),
    h(
      'ol',
      { class: 'messages' },
      ...messages.map((message, index) => row(message, messages[index - 1])),
    ),
    ...(to && hasTool('send_message')
      ? [
          h(
            'div',
            { class: 'compose' },
            area,
            button(isSending ? WORDS.sending : WORDS.send, () => void send(to), {
              disabled: isSending,
              class: 'main',
            }),
          ),
        ]
      : []),
    status,
  )
}

function take({ result, meta, failure: failed }: Answer): void {
  isLoading = false
  failure = failed ?? ''
  if (failed === undefined) {
    const known = new Map(
      [...messages, ...recordsOf(result['messages'])].map((one) => [one['id'], one]),
    )
    messages = [...known.values()]
      .toSorted((a, b) => Number(a['id']) - Number(b['id']))
      .slice(-SHOWN_MAX_COUNT)
    html = { ...html, ...(isRecord(meta['html']) ? meta['html'] : {}) }
    older = result['before']
  }
  render()
}

async function load(more: Json): Promise<void> {
  if (!hasTool('get_messages')) return
  const { cursor: _, ...query } = args
  take(await callTool('get_messages', { ...query, peek: true, ...more }))
}

function sendByKey(event: Event): void {
  const { key, shiftKey } = event as KeyboardEvent
  const to = conversation()
  if (isOfComposition(event as KeyboardEvent) || key !== 'Enter' || shiftKey || !to) return
  event.preventDefault()
  void send(to)
}

async function send(to: Json): Promise<void> {
  const content = area.value.trim()
  if (content === '' || isSending) return
  isSending = true
  render()
  const { failure: failed } = await callTool('send_message', { ...to, content })
  isSending = false
  failure = failed ?? ''
  if (failed === undefined) {
    area.value = ''
    status.textContent = WORDS.sent
    const text = `The user wrote in ${title()} by the view: ${content}`
    void request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => {})
    await load({})
  } else render()
  area.focus()
}

await show({
  name: 'conversation',
  input(given) {
    args = given
    render()
  },
  answer: take,
  cancelled() {
    take({ result: {}, meta: {}, failure: WORDS.cancelled })
  },
})
