import { call } from '../lib/api.ts'
import { COMMON_EMOJI } from '../lib/emoji.ts'
import type { Message } from '../lib/types.ts'
import { currentList } from '../store/current-list.ts'
import { markUnreadFrom } from '../store/mark-read.ts'
import { isOwn } from '../store/message-list.ts'
import { holdUnread } from '../store/read.ts'
import { ownUser } from '../store/state.ts'
import { addressOf } from '../store/views.ts'
import { Icon } from '../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../ui/menu.tsx'
import { sayFailure } from '../ui/toast.tsx'
import { actionText as t } from '../words/actions.ts'
import { copy } from './body-actions.ts'
import { quote } from './compose/quote.ts'
import { openDialog } from './dialog-state.ts'
import { replyTo } from './draft.ts'
import { beginEdit } from './edit-form.tsx'
import { pickEmoji } from './picking.ts'
import { toggleReaction } from './reactions.tsx'

export { beginEdit, EditForm, KeptEdit } from './edit-form.tsx'

/** The buttons of the message under the pointer or with the focus. */
export function MessageTools({ message }: { message: Message }) {
  const [name = '', code = ''] = COMMON_EMOJI[0] ?? []
  const thumb = { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' }
  return (
    <div class="tools">
      <button
        type="button"
        class="button icon small"
        aria-label={t.addReaction}
        title={t.addReaction}
        onClick={(event) =>
          pickEmoji(event.currentTarget, (emoji) => {
            void toggleReaction(message, emoji).catch(sayFailure)
          })
        }
      >
        <Icon name="smile" />
      </button>
      <button
        type="button"
        class="button icon small"
        aria-label={`${t.react}: ${name}`}
        title={`${t.react}: ${name}`}
        onClick={() => void toggleReaction(message, thumb).catch(sayFailure)}
      >
        <span class="glyph" aria-hidden="true">
          👍
        </span>
      </button>
      <button
        type="button"
        class="button icon small"
        aria-label={t.reply}
        title={t.reply}
        onClick={() => replyTo(message)}
      >
        <Icon name="reply" />
      </button>
      <MenuButton
        className="button icon small"
        label={t.messageActions}
        items={() => itemsFor(message)}
      >
        <Icon name="more" />
      </MenuButton>
    </div>
  )
}

/** Everything that can be done with a message, for its menu. */
export function itemsFor(message: Message): readonly MenuItem[] {
  const mayChange = isOwn(message) || ownUser().is_admin
  const isStarred = message.flags.includes('starred')
  const items: MenuItem[] = [
    { label: t.quote, icon: 'reply', run: () => void quote(message).catch(sayFailure) },
    {
      label: isStarred ? t.unstar : t.star,
      icon: 'star',
      run: () => void toggleStar(message).catch(sayFailure),
    },
    { label: t.markUnread, icon: 'inbox', run: () => void markUnread(message).catch(sayFailure) },
    { label: t.remindMe, icon: 'bell', run: () => openDialog('remind', message) },
    { label: t.copyLink, icon: 'link', run: () => void copy(linkTo(message)) },
    { label: t.readBy, icon: 'eye', run: () => openDialog('readers', message) },
  ]
  if (message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined) {
    items.push({ label: t.history, icon: 'history', run: () => openDialog('history', message) })
  }
  if (isOwn(message)) {
    items.push({
      label: t.edit,
      icon: 'pencil',
      begins: true,
      run: () => void beginEdit(message.id).catch(sayFailure),
    })
  }
  if (message.type === 'stream') {
    items.push({ label: t.moveMessage, icon: 'move', run: () => openDialog('move', message) })
  }
  if (mayChange) {
    items.push({
      label: t.remove,
      icon: 'trash',
      isDangerous: true,
      run: () => openDialog('remove', message),
    })
  }
  return items
}

/** Stars a message, or takes the star away. */
export async function toggleStar({ id, flags }: Message): Promise<void> {
  const op = flags.includes('starred') ? 'remove' : 'add'
  await call('POST', 'messages/flags', { messages: [id], op, flag: 'starred' })
}

/** Marks a message of the list and all below it as unread. */
export async function markUnread(message: Message): Promise<void> {
  const list = currentList.value
  const ids = (list?.rows.value ?? []).map(({ id }) => id).filter((id) => id >= message.id)
  holdUnread(ids)
  await markUnreadFrom(message, list?.terms ?? [])
}

function linkTo(message: Message): string {
  return new URL(`/${addressOf(message)}`, location.href).href
}
