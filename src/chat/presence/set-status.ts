import { countChars } from '../../lib/text.ts'
import { badRequest } from '../kernel/failures.ts'
import { isAdministrator, loadMember } from '../kernel/requester.ts'
import type { User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { STATUS_TEXT_MAX_CHARS } from '../limits.ts'
import { type NamedEmoji, readEmoji } from '../messages/emoji/emoji.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { findById, requireUserById } from '../users/find-users.ts'

/** A change of a status; what is absent stays. */
export interface StatusChange extends NamedEmoji {
  status_text?: string | undefined
  /** Deprecated: the inverse of the setting `presence_enabled`. */
  away?: boolean | undefined
}

const NO_EMOJI = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }

/** Changes the status of a user and notifies everybody. */
export async function setStatus(chat: Chat, userId: number, change: StatusChange): Promise<void> {
  const { away } = change
  const text = change.status_text?.trim()
  if (text !== undefined && countChars(text) > STATUS_TEXT_MAX_CHARS) {
    throw badRequest(`status_text is too long (limit: ${STATUS_TEXT_MAX_CHARS} characters)`)
  }
  const namesEmoji = change.emoji_code !== undefined || change.reaction_type !== undefined
  const isEmojiChanged = change.emoji_name !== undefined || namesEmoji
  if (text === undefined && !isEmojiChanged && away === undefined) {
    throw badRequest('Client did not pass any new values.')
  }
  const emoji = !isEmojiChanged
    ? undefined
    : change.emoji_name === ''
      ? NO_EMOJI
      : await readEmoji(reader(chat), change)
  await writeChat(chat, async ({ tx, emit }) => {
    const user = await findById(tx, userId)
    if (!user) throw badRequest('No such user')
    const before = await tx
      .selectFrom('chat_status')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const status = {
      status_text: text ?? before?.status_text ?? '',
      emoji_name: emoji?.emoji_name ?? before?.emoji_name ?? '',
      emoji_code: emoji?.emoji_code ?? before?.emoji_code ?? '',
      reaction_type: emoji?.reaction_type ?? before?.reaction_type ?? 'unicode_emoji',
    }
    if (status.status_text === '' && status.emoji_name === '') {
      await tx.deleteFrom('chat_status').where('user_id', '=', userId).execute()
    } else {
      await tx
        .insertInto('chat_status')
        .values({ user_id: userId, ...status })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(status))
        .execute()
    }
    if (away !== undefined) {
      const settings = JSON.stringify(withPresence(user, !away))
      await tx.updateTable('chat_user').set({ settings }).where('id', '=', userId).execute()
      if (settingsOf(user).presence_enabled === away) {
        emit({
          payload: {
            type: 'user_settings',
            op: 'update',
            property: 'presence_enabled',
            value: !away,
          },
          to: { users: [userId] },
        })
      }
    }
    const statusFields = {
      ...(away === undefined ? {} : { away }),
      ...(text === undefined ? {} : { status_text: text }),
      ...emoji,
    }
    emit({ payload: { type: 'user_status', user_id: userId, ...statusFields }, to: 'all' })
  })
}

function withPresence(user: User, presence_enabled: boolean) {
  const { settings } = user
  const isSame = settingsOf(user).presence_enabled === presence_enabled
  const changed = JSON.parse(settings) as Record<string, unknown>
  return isSame ? changed : { ...changed, presence_enabled }
}

/** Changes another user's status, as administrators may. Throws for bots and for other callers. */
export async function setStatusOf(
  chat: Chat,
  actor: Actor,
  userId: number,
  change: Parameters<typeof setStatus>[2],
): Promise<void> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  if (!isAdministrator(member)) throw badRequest('Insufficient permission')
  const user = await requireUserById(db, userId)
  if (user.is_bot) throw badRequest('Insufficient permission')
  await setStatus(chat, userId, change)
}
