import { ROLES } from '../groups/system-groups.ts'
import type { Message, Tx } from '../kernel/rows.ts'
import { MESSAGE_FLAGS } from './flags.ts'

/** Bits of the receipt by which a bot outside of a channel has a message that mentions it. */
export const TOLD_OUTSIDE_BITS = MESSAGE_FLAGS.mentioned | MESSAGE_FLAGS.historical

/**
 * Of users whom a message mentions, the bots outside of its channel who may read it: whoever asks an agent by name expects it to
 * hear. People outside are not told, since they choose which channels they follow.
 */
export async function findBotsOutside(
  tx: Tx,
  { channel_id }: Pick<Message, 'channel_id'>,
  userIds: readonly number[],
): Promise<number[]> {
  if (channel_id === null || userIds.length === 0) return []
  const rows = await tx
    .selectFrom('chat_user as u')
    .select('u.id')
    .where('u.id', 'in', [...userIds])
    .where('u.is_bot', '=', 1)
    .where('u.is_active', '=', 1)
    .where('u.role', '<', ROLES.guest)
    .where(({ exists, not, selectFrom }) =>
      exists(
        selectFrom('chat_channel as c')
          .select('c.id')
          .where('c.id', '=', channel_id)
          .where('c.is_private', '=', 0),
      ).and(
        not(
          exists(
            selectFrom('chat_subscription as s')
              .select('s.user_id')
              .whereRef('s.user_id', '=', 'u.id')
              .where('s.channel_id', '=', channel_id)
              .where('s.is_active', '=', 1),
          ),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
