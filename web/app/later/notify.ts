import { parseServerHtml } from '../../lib/trusted-html.ts'
import type { EventOf } from '../../lib/types.ts'
import { onEvent } from '../../store/apply-events.ts'
import { hearingOfTopic } from '../../store/hearing.ts'
import { directAddress, topicAddress, userName } from '../../store/names.ts'
import { go } from '../../store/place.ts'
import { state } from '../../store/state.ts'
import { placeOfMessage } from '../../store/views.ts'
import { playSoundFor } from '../../ui/sound.ts'
import { t } from '../../words/frame.ts'

const TEXT_MAX_CHARS = 200

/** Shows messages for the reader as notifications of the browser, where it is allowed and nobody looks at the page. */
export function notifyOfMessages(): void {
  onEvent((event) => {
    if (event.type === 'message' && !document.hasFocus() && isForReader(event)) announce(event)
  })
}

function isForReader({ message, flags }: EventOf<'message'>): boolean {
  if (flags.includes('read') || message.sender_id === state.me.value) return false
  if (state.mutedUsers.value.has(message.sender_id)) return false
  const { enable_desktop_notifications: isWanted = true } = state.settings.value
  const place = placeOfMessage(message)
  if (place.kind === 'direct') return isWanted === true
  const hearing = hearingOfTopic(place.channel, place.topic)
  const isMention = isWanted === true && flags.some((flag) => flag.includes('mentioned'))
  return hearing === 'all' || (hearing === 'mentions' && isMention)
}

function announce({ message }: EventOf<'message'>): void {
  if (state.settings.value['enable_sounds'] !== false) void playSoundFor(message.id)
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
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
