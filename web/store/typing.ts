import type { EventOf } from '../lib/types.ts'
import { directKey, state, topicKey, typing } from './state.ts'

/** How long somebody is taken to type who does not say it again. */
const TYPING_MAX_MS = 15_000

/** Notes who types where. */
export function applyTyping(event: EventOf<'typing'>): void {
  const who = event.sender.user_id
  if (who === state.me.value || state.mutedUsers.value.has(who)) return
  const people = event.message_type === 'direct' ? event.recipients.map((one) => one.user_id) : []
  const key =
    event.message_type === 'stream'
      ? topicKey(event.stream_id, event.topic)
      : directKey(people.filter((id) => id !== state.me.value))
  const now = new Map(typing.value.get(key))
  if (event.op === 'start') now.set(who, Date.now() + TYPING_MAX_MS)
  else now.delete(who)
  typing.value = new Map(typing.value).set(key, now)
  if (event.op === 'start') setTimeout(sweep, TYPING_MAX_MS + 1)
}

function sweep(): void {
  const nowMs = Date.now()
  typing.value = new Map(
    [...typing.value].map(([key, people]) => [
      key,
      new Map([...people].filter(([, untilMs]) => untilMs > nowMs)),
    ]),
  )
}
