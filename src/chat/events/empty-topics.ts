import { EMPTY_TOPIC_DISPLAY_NAME } from '../messages/message-record.ts'
import type { Payload } from './logged-event.ts'

/** Fields of events that are topics, by type of event. */
const TOPIC_FIELDS: Readonly<Record<string, readonly string[]>> = {
  delete_message: ['topic'],
  typing: ['topic'],
  update_message: ['orig_subject', 'subject'],
  user_topic: ['topic_name'],
}

/** The same event with the name of the empty topic in its place, for clients that do not know that topic (spec 4.1, rule 7). */
export function nameEmptyTopics(payload: Payload): Payload {
  const named: Record<string, unknown> = {}
  for (const field of TOPIC_FIELDS[payload.type] ?? []) {
    if (payload[field] === '') named[field] = EMPTY_TOPIC_DISPLAY_NAME
  }
  const { recipient, message_details, muted_topics } = payload
  if (recipient !== undefined) named['recipient'] = withTopicName(recipient)
  if (message_details !== undefined) {
    const details = Object.entries(message_details as object)
    named['message_details'] = Object.fromEntries(
      details.map(([id, one]) => [id, withTopicName(one)]),
    )
  }
  if (muted_topics !== undefined) {
    named['muted_topics'] = (muted_topics as [string, string, number][]).map(
      ([channel, topic, at]) => [channel, topic || EMPTY_TOPIC_DISPLAY_NAME, at],
    )
  }
  return Object.keys(named).length === 0 ? payload : { ...payload, ...named }
}

function withTopicName(holder: unknown): object {
  const known = holder as { topic?: string }
  return known.topic === '' ? { ...known, topic: EMPTY_TOPIC_DISPLAY_NAME } : known
}
