import type { ChatWork } from '../write.ts'

/** Tells members which channels new accounts are subscribed to now. */
export async function tellDefaultChannels({ tx, emit }: ChatWork): Promise<void> {
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
