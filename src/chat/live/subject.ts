import { OperationError } from '../../errors.ts'
import { channelNamed, userNamed } from '../agent/names.ts'
import { canReadChannel, channelById } from '../channels/access.ts'
import { ownQueue } from '../events/own-queue.ts'
import { keyOfMembers } from '../messages/lanes.ts'
import { namedTopic, topicKey } from '../messages/topic.ts'
import type { Actor, Chat, Directory, Reader } from '../port.ts'
import { loadMember } from '../viewer.ts'
import { addressOf } from './address.ts'

/** Something of the chat that changes, and that an account may look at. */
export type Subject =
  | { kind: 'inbox' | 'mentions' | 'channels' | 'presence' | 'users' }
  | { kind: 'channel'; channelId: number }
  | { kind: 'topic'; channelId: number; topicKey: string }
  | { kind: 'dm'; memberKey: string }
  | { kind: 'events'; queueId: string }

/** A subject in one word: what an event touches is told in these. */
export function keyOf(subject: Subject): string {
  if (subject.kind === 'channel') return `channel:${subject.channelId}`
  if (subject.kind === 'topic') return `topic:${subject.channelId}:${subject.topicKey}`
  if (subject.kind === 'dm') return `dm:${subject.memberKey}`
  return subject.kind === 'events' ? `events:${subject.queueId}` : subject.kind
}

/** What an address is about, for who asks. Throws `not_found` or `invalid_input` where it is nothing to him. */
export async function subjectOf(
  directory: Directory,
  ownId: number,
  uri: string,
): Promise<Subject> {
  const address = addressOf(uri)
  if (!address) throw notReadable()
  if (address.kind === 'channel') {
    const { id: channelId } = await channelNamed(directory, address.channel)
    const { topic } = address
    return topic === undefined
      ? { kind: 'channel', channelId }
      : { kind: 'topic', channelId, topicKey: topicKey(namedTopic(topic)) }
  }
  if (address.kind === 'dm') {
    const others = await Promise.all(address.people.map(async (one) => userNamed(directory, one)))
    const ids = [...others.map(({ id }) => id), ownId]
    return { kind: 'dm', memberKey: keyOfMembers(ids) }
  }
  return address
}

/** There is nothing at an address, or nothing for who asks: nobody learns which. */
export function notReadable(): OperationError {
  return new OperationError('not_found', 'There is no resource of the chat at this address.')
}

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
