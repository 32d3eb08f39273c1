import { effect, signal, untracked } from '@preact/signals'
import { call } from '../lib/api.ts'
import type { Draft, Message } from '../lib/types.ts'
import { topicAddress, userName } from '../store/names.ts'
import { place } from '../store/place.ts'
import { session, state } from '../store/state.ts'
import {
  type Destination,
  destinationKey,
  destinationOf,
  operandOf,
  placeOfMessage,
} from '../store/views.ts'

/** A text being written, and its destination; without a destination there is nothing to write in. */
export interface Writing {
  to: Destination | undefined
  text: string
  /** Whether the topic is still to be chosen. */
  choosesTopic: boolean
}

/** The draft of this tab. */
export const draft = signal<Writing>({ to: undefined, text: '', choosesTopic: false })

/** Counts wishes to write: with each one, the field takes the focus. */
export const focusWish = signal(0)

/** How long writing may go on before the server keeps it. */
const KEEP_MS = 1_500

let timer: ReturnType<typeof setTimeout> | undefined

/** Replaces the text, which the server keeps after a while. */
export function setDraft(text: string): void {
  draft.value = { ...draft.value, text }
  clearTimeout(timer)
  timer = setTimeout(() => void keep(), KEEP_MS)
}

/** Writes to somewhere else; what was written for there before is taken up. */
export function setDestination(to: Destination | undefined, choosesTopic = false): void {
  const before = draft.value
  const isSame =
    before.to && to ? destinationKey(before.to) === destinationKey(to) : before.to === to
  if (isSame) {
    draft.value = { ...before, to, choosesTopic }
    return
  }
  if (before.text !== '') {
    clearTimeout(timer)
    void keep(before)
  }
  draft.value = { to, choosesTopic, text: to ? (keptDraft(to)?.content ?? '') : '' }
}

/** Puts the focus into the field. */
export function startWriting(): void {
  focusWish.value += 1
}

/** Writes to the conversation of a message. */
export function replyTo(message: Message): void {
  setDestination(placeOfMessage(message))
  startWriting()
}

/** Writes to the conversation of a message, with what it says above. */
export async function quote(message: Message): Promise<void> {
  const { message: raw } = await call<{ message: { content: string } }>(
    'GET',
    `messages/${message.id}`,
    { apply_markdown: false },
  )
  replyTo(message)
  const link = `@_**${userName(message.sender_id)}|${message.sender_id}** said:`
  const { text } = draft.value
  setDraft(`${text === '' ? '' : `${text}\n`}${link}\n\`\`\`quote\n${raw.content}\n\`\`\`\n`)
}

/** The draft that the server keeps for a destination. */
function keptDraft(to: Destination): Draft | undefined {
  return state.drafts.value.find((one) => {
    const where = destinationOfDraft(one)
    return where !== undefined && destinationKey(where) === destinationKey(to)
  })
}

/** Where a draft was to be sent. */
export function destinationOfDraft({ type, to, topic }: Draft): Destination | undefined {
  if (type === 'stream' && to[0] !== undefined) return { kind: 'topic', channel: to[0], topic }
  return type === 'private' && to.length > 0 ? { kind: 'direct', people: to } : undefined
}

async function keep({ to, text } = draft.value): Promise<void> {
  if (!to) return
  const kept = keptDraft(to)
  const content = text.trim() === '' ? '' : text
  if ((kept?.content ?? '') === content) return
  const fields = {
    type: to.kind === 'topic' ? 'stream' : 'private',
    to: to.kind === 'topic' ? [to.channel] : to.people,
    topic: to.kind === 'topic' ? to.topic : '',
    content,
    timestamp: Math.floor(Date.now() / 1_000),
  }
  try {
    if (kept?.id !== undefined) {
      if (content === '') await call('DELETE', `drafts/${kept.id}`)
      else await call('PATCH', `drafts/${kept.id}`, { draft: fields })
    } else await call('POST', 'drafts', { drafts: [fields] })
  } catch {
    // It is in this tab still, and kept with the next word.
  }
}

effect(() => {
  const { terms } = place.value
  if (session.value !== 'in') return
  untracked(() => {
    const channel = operandOf(terms ?? [], 'channel')
    const to = destinationOf(terms ?? [])
    if (to || typeof channel !== 'number') setDestination(to)
    else setDestination({ kind: 'topic', channel, topic: '' }, true)
  })
})

/** Where to look after sending from a channel: the topic that was written to. */
export function addressAfterSending({ to, choosesTopic }: Writing): string | undefined {
  return choosesTopic && to?.kind === 'topic' ? topicAddress(to.channel, to.topic) : undefined
}
