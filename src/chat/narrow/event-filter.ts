import { badRequest } from '../kernel/failures.ts'
import type { SharedMessage } from '../messages/message-record.ts'
import { namedTopic, RESOLVED_PREFIX, topicKey } from '../topics/topic.ts'
import { idOf, type Operand, type Term, operandText } from './term.ts'

/** The fields of a message event that a queue's narrow may test. */
export interface MessageEvent {
  message: SharedMessage
  flags: readonly string[]
  /** Owner of the queue. */
  userId: number
}

const OPERATORS: ReadonlySet<Term['operator']> = new Set(['channel', 'topic', 'sender', 'dm', 'is'])

const STATES = new Set(['dm', 'private', 'mentioned', 'alerted', 'starred', 'unread', 'resolved'])

/** Throws unless the terms can be tested on events alone. */
export function requireEventTerms(terms: readonly Term[]): void {
  for (const { operator, operand } of terms) {
    if (!OPERATORS.has(operator) || (operator === 'is' && !STATES.has(String(operand)))) {
      const name = operator === 'is' ? `is:${String(operand)}` : operator
      throw badRequest(`Operator ${name} not supported.`)
    }
  }
}

/** Whether a message fits all terms of the narrow of a queue. */
export function fitsNarrow(event: MessageEvent, terms: readonly Term[]): boolean {
  return terms.every((term) => fitsTerm(event, term) !== term.negated)
}

function fitsTerm({ message, flags, userId }: MessageEvent, term: Term): boolean {
  const { operand } = term
  const operator: string = term.operator
  const isDirect = message.type === 'private'
  switch (operator) {
    case 'channel':
      return (
        !isDirect && (isId(operand, message.stream_id) || isName(operand, channelName(message)))
      )
    case 'topic':
      return !isDirect && topicKey(message.subject) === topicKey(namedTopic(operandText(term)))
    case 'sender':
      return isId(operand, message.sender_id) || isName(operand, message.sender_email)
    case 'dm':
      return isConversation(message, operand, userId)
    case 'is':
      return hasState(message, flags, operandText(term))
    default:
      return false
  }
}

function hasState(message: SharedMessage, flags: readonly string[], state: string): boolean {
  switch (state) {
    case 'dm':
    case 'private':
      return message.type === 'private'
    case 'mentioned':
      return flags.includes('mentioned') || flags.includes('wildcard_mentioned')
    case 'alerted':
      return flags.includes('has_alert_word')
    case 'unread':
      return !flags.includes('read')
    case 'resolved':
      return message.type === 'stream' && message.subject.startsWith(RESOLVED_PREFIX)
    default:
      return flags.includes(state)
  }
}

function isConversation(
  { display_recipient: recipients }: SharedMessage,
  operand: Operand,
  userId: number,
): boolean {
  if (typeof recipients === 'string') return false
  const listed = Array.isArray(operand) ? operand : String(operand).split(',')
  const others = recipients.filter(
    ({ id, email }) => !listed.some((one) => isId(one, id) || isName(one, email)),
  )
  const isEverybody = listed.every((one) =>
    recipients.some(({ id, email }) => isId(one, id) || isName(one, email)),
  )
  return isEverybody && others.every(({ id }) => id === userId)
}

function channelName({ display_recipient }: SharedMessage): string {
  return typeof display_recipient === 'string' ? display_recipient : ''
}

function isId(operand: Operand, id: number | undefined): boolean {
  return id !== undefined && idOf(operand) === id
}

function isName(operand: Operand, name: string): boolean {
  return typeof operand === 'string' && operand.trim().toLowerCase() === name.toLowerCase()
}
