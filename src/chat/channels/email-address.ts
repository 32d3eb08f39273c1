import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { requireChannelById } from './access.ts'

/** Throws: channels take no mail; for a channel that the caller cannot see, as for one that is not there. */
export async function refuseEmailAddress(
  chat: Chat,
  actor: Actor,
  channelId: number,
): Promise<never> {
  const member = await loadMember(reader(chat), actor, chat.now().getTime())
  await requireChannelById(reader(chat), member, channelId)
  throw badRequest('Channels of this server have no email addresses.')
}
