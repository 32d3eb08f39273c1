import { OperationError } from '../../errors.ts'
import { channelNamed, userNamed } from '../agent/names.ts'
import { keyOfMembers } from '../messages/lanes.ts'
import { namedTopic, topicKey } from '../messages/topic.ts'
import type { Directory } from '../port.ts'
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
