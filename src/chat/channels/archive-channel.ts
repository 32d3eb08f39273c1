import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { canAdministerChannel, requireChannelById } from './access.ts'
import { loadWatchers } from './subscriber-events.ts'
import { goneChannels } from './visibility.ts'

/** Archives a channel that the caller administers: it stays readable and takes no messages. */
export async function archiveChannel(chat: Chat, actor: Actor, channelId: number): Promise<void> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const { channel } = await requireChannelById(db, member, channelId)
  if (!canAdministerChannel(member, channel)) {
    throw badRequest('You do not have permission to administer this channel.')
  }
  if (channel.is_archived) throw badRequest('Channel is already deactivated')
  await writeChat(chat, async (unit) => {
    const { tx, emit } = unit
    await tx
      .updateTable('chat_channel')
      .set({ is_archived: 1, is_default: 0 })
      .where('id', '=', channelId)
      .execute()
    const to = await loadWatchers(chat, tx, channel)
    const { id: stream_id, name } = channel
    const change = {
      property: 'is_archived',
      value: true,
      stream_id,
      name,
      archiving: true,
    } as const
    emit({ payload: { type: 'stream', op: 'update', ...change }, to })
    emit({ payload: { ...goneChannels([stream_id]), archiving: true }, to })
    if (channel.is_default) await emitDefaultChannels(unit)
  })
}

/** Notifies members of the current default channels. */
export async function emitDefaultChannels({ tx, emit }: ChatWork): Promise<void> {
  const rows = await tx
    .selectFrom('chat_channel')
    .select('id')
    .where('is_default', '=', 1)
    .where('is_archived', '=', 0)
    .orderBy('id')
    .execute()
  const default_streams = rows.map(({ id }) => id)
  emit({ payload: { type: 'default_streams', default_streams }, to: 'members' })
}
