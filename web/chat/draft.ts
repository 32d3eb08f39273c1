import { computed, effect, signal, untracked } from '@preact/signals'
import type { Message } from '../lib/types.ts'
import { deleteRemains, keepSoon } from '../store/keep-drafts.ts'
import { topicAddress } from '../store/names.ts'
import { place } from '../store/place.ts'
import { connection, session, state } from '../store/state.ts'
import { type Destination, destinationOf, operandOf, placeOfMessage } from '../store/views.ts'
import {
  changeWriting,
  loadWritings,
  openWriting,
  type Writing,
  writingFor,
  writingKey,
} from '../store/writings.ts'

/** Where something is written to. */
export interface Target {
  to: Destination
  choosesTopic: boolean
}

const target = signal<Target | undefined>(undefined)

/** The text that is written in this tab; nothing where there is nowhere to write to. */
export const draft = computed<Writing | undefined>(
  () => target.value && writingFor(target.value.to, target.value.choosesTopic),
)

/** Counts wishes to write: with each one, the field takes the focus. */
export const focusWish = signal(0)

/** The field that is open, which adds to its text without moving the cursor. */
export const openField: { current?: { key: string; append: (text: string) => void } } = {}

/** Changes what is written for a destination, whatever is open. */
export function write(
  where: Target,
  changes: Partial<Pick<Writing, 'text' | 'cursor' | 'files' | 'to'>>,
): void {
  keepSoon(changeWriting(where, changes))
}

/** Adds lines at the end of what is written for a destination, whatever is open. */
export function append(where: Target, lines: string): void {
  const { text } = writingFor(where.to, where.choosesTopic)
  const added = `${text === '' || text.endsWith('\n') ? '' : '\n'}${lines}`
  const field = openField.current
  if (field?.key === writingKey(where.to, where.choosesTopic)) field.append(added)
  else write(where, { text: text + added })
}

/** Writes to somewhere else; what was written for there before is taken up. */
export function setDestination(to: Destination | undefined, choosesTopic = false): void {
  target.value = to && { to, choosesTopic }
  if (to) openWriting(to, choosesTopic)
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

effect(() => {
  const { terms } = place.value
  const me = state.me.value
  if (session.value !== 'in' || me === undefined) return
  untracked(() => {
    loadWritings()
    const channel = operandOf(terms ?? [], 'channel')
    const to = destinationOf(terms ?? [])
    if (to || typeof channel !== 'number') setDestination(to)
    else setDestination({ kind: 'topic', channel, topic: '' }, true)
  })
})

effect(() => {
  if (session.value === 'in' && connection.value === 'live') void untracked(deleteRemains)
})

/** Where to look after sending from a channel: the topic that was written to. */
export function addressAfterSending({ to, choosesTopic }: Writing): string | undefined {
  return choosesTopic && to.kind === 'topic' ? topicAddress(to.channel, to.topic) : undefined
}
