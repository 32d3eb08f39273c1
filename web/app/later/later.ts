import { keepPinging } from '../../store/ping.ts'
import { deleteStrays } from '../../store/writing/strays.ts'
import { notifyOfMessages } from './notify.ts'
import { followUnread } from './sign.ts'

/** Begins what nobody looks at: notifications, signs of what is unread, the word that the reader is there, and tidying drafts. */
export function beginLater(): void {
  keepPinging()
  notifyOfMessages()
  followUnread()
  deleteStrays()
}
