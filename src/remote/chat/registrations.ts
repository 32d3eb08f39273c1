import { AGENT_EVENT_TYPES } from '../../chat/agent/wait.ts'
import { FEED_IDLE_SECONDS, WATCH_IDLE_SECONDS } from './limits.ts'

/** Fields of `POST /register` (chat spec 6) that all queues of this process share: events, and no snapshot. */
const SHARED = {
  fetch_event_types: '[]',
  apply_markdown: 'false',
  client_gravatar: 'true',
  slim_presence: 'true',
  client_capabilities: JSON.stringify({ bulk_message_deletion: true, empty_topic_name: false }),
}

/** The queue of those who wait: what models are told of. */
export const WAIT_REGISTRATION = {
  ...SHARED,
  event_types: JSON.stringify(AGENT_EVENT_TYPES),
  idle_queue_timeout: String(FEED_IDLE_SECONDS),
}

/** The queue of those who watch addresses: of a public channel one may hear without being in it, guests aside. */
export function watchRegistration(isGuest: boolean): Readonly<Record<string, string>> {
  return {
    ...SHARED,
    all_public_streams: String(!isGuest),
    idle_queue_timeout: String(WATCH_IDLE_SECONDS),
  }
}
