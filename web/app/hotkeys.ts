import { quote } from '../chat/compose/quote.ts'
import { openDialog } from '../chat/dialog-state.ts'
import { replyTo } from '../chat/draft.ts'
import { beginEdit } from '../chat/edit-form.tsx'
import { toggleStar } from '../chat/message-tools.tsx'
import { pickEmoji } from '../chat/picking.ts'
import { toggleReaction } from '../chat/reactions.tsx'
import type { Message } from '../lib/types.ts'
import { currentList } from '../store/current-list.ts'
import { isOwn } from '../store/message-list.ts'
import { directAddress, topicAddress } from '../store/names.ts'
import { go } from '../store/place.ts'
import { unreadDirect, unreadTopics } from '../store/unread.ts'
import { sayFailure } from '../ui/toast.tsx'
import { isHelpOpen } from './help.ts'

/** The row with the focus, or the last one on the screen. */
function currentRow(): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('article')
  return focused ?? [...document.querySelectorAll<HTMLElement>('.messages article')].at(-1)
}

function currentMessage(): Message | undefined {
  const id = Number(currentRow()?.dataset['id'])
  return currentList.value?.rows.value.find((row) => row.id === id)
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.messages article')]
  const now = rows.indexOf(document.activeElement?.closest('article') as HTMLElement)
  const to = now === -1 ? rows.length - 1 : Math.max(0, Math.min(rows.length - 1, now + by))
  rows[to]?.focus()
  rows[to]?.scrollIntoView({ block: 'nearest' })
}

/** Goes to the next place with something unread. */
function goToUnread(): void {
  const places = [
    ...unreadTopics.value
      .filter(({ isMuted }) => !isMuted)
      .map(({ channel, topic }) => topicAddress(channel, topic)),
    ...unreadDirect.value.map(({ people }) => directAddress(people)),
  ]
  const next = places.find((address) => address !== location.hash)
  go(next ?? '#inbox')
}

function withMessage(work: (message: Message) => void): () => void {
  return () => {
    const message = currentMessage()
    if (message) work(message)
  }
}

/** What single keys do while nothing is being written. */
const KEYS: Readonly<Record<string, () => void>> = {
  j: () => step(1),
  k: () => step(-1),
  G: () => {
    const box = document.querySelector('.messages')
    if (box) box.scrollTop = box.scrollHeight
  },
  r: withMessage(replyTo),
  '>': withMessage((message) => void quote(message).catch(sayFailure)),
  ':': withMessage((message) => {
    const row = currentRow()
    if (row)
      pickEmoji(row, (emoji) => {
        void toggleReaction(message, emoji).catch(sayFailure)
      })
  }),
  e: withMessage((message) => {
    if (isOwn(message)) void beginEdit(message.id).catch(sayFailure)
  }),
  '*': withMessage((message) => void toggleStar(message).catch(sayFailure)),
  m: withMessage((message) => {
    if (message.type === 'stream') openDialog('move', message)
  }),
  n: goToUnread,
  i: () => go('#inbox'),
  t: () => go('#recent'),
  '?': () => void (isHelpOpen.value = true),
}

/** Does what a key stands for. */
export function runKey(key: string): void {
  if (Object.hasOwn(KEYS, key)) KEYS[key]?.()
}
