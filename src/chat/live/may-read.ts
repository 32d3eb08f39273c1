import { OperationError } from '../../errors.ts'
import { canReadChannel, channelById } from '../channels/access.ts'
import { ownQueue } from '../events/own-queue.ts'
import type { Actor, Chat, Reader } from '../port.ts'
import { loadMember } from '../viewer.ts'
import type { Subject } from './subject.ts'

/** Whether an account, as it is now, may look at a subject. */
export async function mayRead(
  chat: Chat,
  db: Reader,
  actor: Actor,
  subject: Subject,
): Promise<boolean> {
  if (!actor.user.is_active) return false
  try {
    if (subject.kind === 'events') await ownQueue(chat, actor, subject.queueId)
    if (subject.kind !== 'channel' && subject.kind !== 'topic') return true
    const member = await loadMember(db, actor, chat.now().getTime())
    return canReadChannel(member, await channelById(db, member, subject.channelId))
  } catch (thrown) {
    if (thrown instanceof OperationError) return false
    throw thrown
  }
}
