import type { EventOf } from '../lib/types.ts'
import { state, type UnreadMessage } from './state.ts'

type MessageEvent =
  | EventOf<'message'>
  | EventOf<'update_message'>
  | EventOf<'delete_message'>
  | EventOf<'update_message_flags'>

const MENTIONS: ReadonlySet<string> = new Set([
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
])

/** Keeps what is unread and starred. */
export function applyToUnread(event: MessageEvent): void {
  switch (event.type) {
    case 'message':
      if (!event.flags.includes('read')) {
        const mentions = event.flags.some((flag) => MENTIONS.has(flag))
        setUnread([[event.message.id, { ...placeOf(event.message), mentions }]])
      }
      break
    case 'update_message':
      if ('propagate_mode' in event) move(event)
      break
    case 'delete_message':
      forget('message_ids' in event ? event.message_ids : [event.message_id])
      break
    default:
      applyFlag(event)
  }
}

function placeOf({
  type,
  stream_id,
  subject,
  display_recipient: who,
}: EventOf<'message'>['message']) {
  if (type === 'stream' && stream_id !== undefined) {
    return { kind: 'topic', channel: stream_id, topic: subject } as const
  }
  const ids = typeof who === 'string' ? [] : who.map(({ id }) => id)
  return { kind: 'direct', people: othersOf(ids) } as const
}

/** People in a conversation beside the reader; the reader alone where there are no others. */
function othersOf(ids: readonly number[]): readonly number[] {
  const others = ids.filter((id) => id !== state.me.value)
  return others.length > 0 ? others : ids
}

function setUnread(entries: readonly (readonly [number, UnreadMessage])[]): void {
  const unread = new Map(state.unread.value)
  for (const [id, message] of entries) unread.set(id, message)
  state.unread.value = unread
}

function forget(ids: readonly number[]): void {
  if (ids.some((id) => state.unread.value.has(id))) {
    const unread = new Map(state.unread.value)
    for (const id of ids) unread.delete(id)
    state.unread.value = unread
  }
  if (ids.some((id) => state.starred.value.has(id))) {
    state.starred.value = new Set([...state.starred.value].filter((id) => !ids.includes(id)))
  }
}

function move(event: Extract<EventOf<'update_message'>, { propagate_mode: string }>): void {
  const entries = event.message_ids.flatMap((id) => {
    const before = state.unread.value.get(id)
    if (before?.kind !== 'topic') return []
    const channel = event.new_stream_id ?? before.channel
    return [[id, { ...before, channel, topic: event.subject ?? before.topic }] as const]
  })
  if (entries.length > 0) setUnread(entries)
}

function applyFlag(event: EventOf<'update_message_flags'>): void {
  if (event.flag === 'starred') {
    const starred = new Set(state.starred.value)
    for (const id of event.messages) {
      if (event.op === 'add') starred.add(id)
      else starred.delete(id)
    }
    state.starred.value = starred
  }
  if (event.flag !== 'read') return
  if (event.op === 'add') {
    const unread = new Map(state.unread.value)
    for (const id of event.messages) unread.delete(id)
    state.unread.value = unread
    return
  }
  const details = event.message_details ?? {}
  setUnread(
    event.messages.flatMap((id) => {
      const detail = details[String(id)]
      if (!detail) return []
      const mentions = detail.mentioned === true
      return [
        detail.type === 'stream'
          ? [id, { kind: 'topic', channel: detail.stream_id, topic: detail.topic, mentions }]
          : [id, { kind: 'direct', people: detail.user_ids, mentions }],
      ] as [number, UnreadMessage][]
    }),
  )
}
