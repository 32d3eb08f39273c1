import { badRequest, noRecord } from '../../failures.ts'
import { noteCustoms } from '../../organization/customs.ts'
import { emojiRecords } from '../../organization/emoji-record.ts'
import type { Actor, Chat } from '../../port.ts'
import { isAdministrator, loadMember } from '../../viewer.ts'
import { reader, writeChat } from '../../write.ts'

/** Takes a custom emoji out of use and tells everybody. For its author and administrators. */
export async function deactivateEmoji(chat: Chat, actor: Actor, name: string): Promise<void> {
  const member = await loadMember(reader(chat), actor, chat.now().getTime())
  await writeChat(chat, async ({ tx, emit }) => {
    const emoji = await tx
      .selectFrom('chat_emoji')
      .selectAll()
      .where('name', '=', name)
      .where('is_deactivated', '=', 0)
      .executeTakeFirst()
    if (!emoji) throw noRecord(`Emoji '${name}' does not exist`)
    if (!isAdministrator(member) && emoji.author_id !== actor.user.id) {
      throw badRequest('Must be an organization administrator or emoji author')
    }
    const gone = tx.updateTable('chat_emoji').set({ is_deactivated: 1 })
    await gone.where('id', '=', emoji.id).execute()
    await noteCustoms(tx)
    const change = { op: 'update_one', emoji_id: String(emoji.id), data: { deactivated: true } }
    const realm_emoji = await emojiRecords(tx)
    emit({ payload: { type: 'realm_emoji', op: 'update', realm_emoji, change }, to: 'all' })
  })
}
