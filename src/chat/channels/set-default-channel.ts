import { badRequest } from '../kernel/failures.ts'
import { loadMember, requireAdministrator } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'
import { requireChannelById } from './access.ts'
import { emitDefaultChannels } from './archive-channel.ts'

/** Makes new accounts be subscribed to a channel, or not any more. For administrators. */
export async function setDefaultChannel(
  chat: Chat,
  actor: Actor,
  channelId: number,
  isDefault: boolean,
): Promise<void> {
  await writeChat(chat, async (unit) => {
    const member = await loadMember(unit.tx, actor, chat.now().getTime())
    requireAdministrator(member)
    const { channel } = await requireChannelById(unit.tx, member, channelId)
    if (isDefault && channel.is_private) {
      throw badRequest('Private channels cannot be made default.')
    }
    if (isDefault && channel.is_archived) throw badRequest('Channel is already deactivated')
    if ((channel.is_default === 1) === isDefault) return
    await unit.tx
      .updateTable('chat_channel')
      .set({ is_default: isDefault ? 1 : 0 })
      .where('id', '=', channelId)
      .execute()
    await emitDefaultChannels(unit)
  })
}
