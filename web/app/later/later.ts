import { keepPinging } from '../../store/ping.ts'
import { notifyOfMessages } from './notify.ts'
import { followUnread } from './sign.ts'

/** Begins what nobody looks at: notifications, signs of what is unread, and the word that the reader is there. */
export function beginLater(): void {
  keepPinging()
  notifyOfMessages()
  followUnread()
}
