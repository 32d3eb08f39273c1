import { parseServerHtml } from '../lib/trusted-html.ts'
import type { EventOf } from '../lib/types.ts'
import { onEvent } from '../store/apply-events.ts'
import { directAddress, topicAddress, userName } from '../store/names.ts'
import { go } from '../store/place.ts'
import { state } from '../store/state.ts'
import { placeOfMessage } from '../store/views.ts'
import { t } from '../words/frame.ts'

const TEXT_MAX_CHARS = 200

/** Shows messages for the reader as notifications of the browser, where it is allowed and nobody looks at the page. Returns what ends that. */
export function notifyOfMessages(): () => void {
  return onEvent((event) => {
    if (event.type === 'message' && isForReader(event)) void show(event)
  })
}

function isForReader({ message, flags }: EventOf<'message'>): boolean {
  if (flags.includes('read') || message.sender_id === state.me.value) return false
  if (state.mutedUsers.value.has(message.sender_id)) return false
  return message.type === 'private' || flags.some((flag) => flag.includes('mentioned'))
}

async function show({ message }: EventOf<'message'>): Promise<void> {
  if (document.hasFocus() || !('Notification' in globalThis)) return
  if (Notification.permission !== 'granted') return
  const place = placeOfMessage(message)
  const body = parseServerHtml(message.content).textContent.trim().slice(0, TEXT_MAX_CHARS)
  // With one tag for all tabs, the browser shows it once.
  const notification = new Notification(t.notified(userName(message.sender_id)), {
    body,
    tag: `message-${message.id}`,
  })
  notification.addEventListener('click', () => {
    focus()
    go(
      place.kind === 'topic'
        ? topicAddress(place.channel, place.topic, message.id)
        : directAddress(place.people, message.id),
    )
    notification.close()
  })
}
