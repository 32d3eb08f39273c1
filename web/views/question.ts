import { asText } from '../lib/as-text.ts'
import { isOfComposition } from '../lib/composition.ts'
import { WORDS } from '../words/hosts.ts'
import { type Json, request } from './bridge.ts'
import { button, h } from './dom.ts'
import { alertBox, type Answer, callTool, draw, hasTool, show, waitingBox } from './host.ts'
import { recordsOf, textsOf } from './json.ts'

let args: Json = {}
let answers: Json[] = []
let cursor = ''
let failure = ''
let said = ''
let isWaiting = true
const field = h('input', {
  'aria-label': WORDS.answerHint,
  placeholder: WORDS.answerHint,
  onkeydown: answerByKey,
})

function place(): string {
  const { channel, topic, people } = args
  const where = [asText(channel) && `#${asText(channel)}`, asText(topic)]
    .filter(Boolean)
    .join(' › ')
  return where || textsOf(people).join(', ')
}

/** The answer of the person at the host goes to the model; those in the chat come by the tool. */
async function answerHere(text: string): Promise<void> {
  if (text === '' || said !== '') return
  said = text
  render()
  const notice = `${WORDS.questionWas} ${asText(args['question'])}\n${text}`
  try {
    await request('ui/message', { role: 'user', content: [{ type: 'text', text: notice }] })
  } catch (thrown) {
    said = ''
    failure = thrown instanceof Error ? thrown.message : WORDS.failed
    render()
  }
}

function answerByKey(event: Event): void {
  if (isOfComposition(event as KeyboardEvent)) return
  if ((event as KeyboardEvent).key === 'Enter') void answerHere(field.value.trim())
}

function answerForm(): HTMLElement[] {
  if (answers.length > 0) return []
  if (said !== '')
    return [
      h('p', { role: 'status' }, h('b', {}, WORDS.answered), ' ', h('span', { dir: 'auto' }, said)),
    ]
  const choices = textsOf(args['choices'])
  const buttons = choices.map((choice) =>
    button(choice, () => void answerHere(choice), { dir: 'auto' }),
  )
  return [
    h('h2', {}, WORDS.answerHere),
    ...(buttons.length > 0 ? [h('div', { class: 'choices' }, ...buttons)] : []),
    h(
      'div',
      { class: 'compose' },
      field,
      button(WORDS.answer, () => void answerHere(field.value.trim()), { class: 'main' }),
    ),
  ]
}

function answerRow(answer: Json): HTMLElement {
  const choice = asText(answer['choice'])
  return h(
    'li',
    {},
    h(
      'p',
      { class: 'head' },
      h('b', { dir: 'auto' }, asText(answer['by'])),
      choice !== '' && h('span', { class: 'tag', dir: 'auto' }, choice),
    ),
    h('div', { class: 'content', dir: 'auto' }, asText(answer['text'])),
  )
}

function render(): void {
  const where = place()
  draw(
    h('header', {}, h('h1', {}, WORDS.question)),
    h('p', { class: 'asked', dir: 'auto' }, asText(args['question'])),
    ...(where ? [h('p', { class: 'hint' }, `${WORDS.askedIn} ${where}`)] : []),
    ...(failure ? [alertBox(failure)] : []),
    ...(isWaiting && answers.length === 0
      ? [waitingBox(WORDS.waiting, 1), h('p', { class: 'hint' }, WORDS.waiting)]
      : []),
    ...(answers.length > 0
      ? [h('h2', {}, WORDS.answers), h('ol', { class: 'messages' }, ...answers.map(answerRow))]
      : []),
    ...(!isWaiting && answers.length === 0 && !failure
      ? [h('p', { class: 'empty' }, WORDS.noAnswer)]
      : []),
    ...(!isWaiting && cursor && hasTool('ask')
      ? [button(WORDS.keepWaiting, () => void waitOn())]
      : []),
    ...answerForm(),
  )
}

async function waitOn(): Promise<void> {
  isWaiting = true
  render()
  take(await callTool('ask', { cursor }))
}

function take({ result, failure: failed }: Answer): void {
  isWaiting = false
  failure = failed ?? ''
  answers = [...answers, ...recordsOf(result['answers'])]
  cursor = asText(result['cursor']) || cursor
  render()
}

await show({
  name: 'question',
  input(given) {
    args = given
    render()
  },
  answer: take,
  cancelled() {
    isWaiting = false
    failure = WORDS.cancelled
    render()
  },
})
