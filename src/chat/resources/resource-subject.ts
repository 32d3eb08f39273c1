import { OperationError } from '../../contract/errors.ts'
import { resolveChannel, resolveUser } from '../agent/names.ts'
import { canReadChannel, requireChannelById } from '../channels/access.ts'
import { requireOwnQueue } from '../events/queues.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat, Directory } from '../kernel/types.ts'
import { keyOfMembers } from '../messages/threads.ts'
import { namedTopic, topicKey } from '../topics/topic.ts'

/** A parsed `chat://` address. */
export type Address =
  | { kind: 'inbox' | 'mentions' | 'channels' | 'presence' | 'users' }
  | { kind: 'channel'; channel: string; topic: string | undefined }
  | { kind: 'dm'; people: string[] }
  | { kind: 'events'; queueId: string }

const PLAIN = ['inbox', 'mentions', 'channels', 'presence', 'users'] as const

/** Whether an address has the chat's scheme, whether or not anything exists there. */
export function isChatAddress(uri: string): boolean {
  return uri.startsWith('chat://')
}

/** Parses an address; undefined for an invalid one. Names are accepted as well as ids, percent-encoded. */
export function addressOf(uri: string): Address | undefined {
  const parts = partsOf(uri)
  if (!parts || parts.includes('')) return undefined
  const [kind, first, second, third, ...rest] = parts
  if (rest.length > 0) return undefined
  const plain = PLAIN.find((name) => name === kind)
  if (plain) return first === undefined ? { kind: plain } : undefined
  if (first === undefined) return undefined
  if (kind === 'channel' && second === undefined) {
    return { kind, channel: first, topic: undefined }
  }
  if (kind === 'channel' && second === 'topic' && third !== undefined) {
    return { kind, channel: first, topic: third }
  }
  if (second !== undefined) return undefined
  if (kind === 'dm') return { kind, people: first.split(',') }
  return kind === 'events' ? { kind, queueId: first } : undefined
}

function partsOf(uri: string): string[] | undefined {
  if (!isChatAddress(uri)) return undefined
  try {
    return uri.slice('chat://'.length).split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** A part of the chat that changes and that an account may watch. */
export type Subject =
  | { kind: 'inbox' | 'mentions' | 'channels' | 'presence' | 'users' }
  | { kind: 'channel'; channelId: number }
  | { kind: 'topic'; channelId: number; topicKey: string }
  | { kind: 'dm'; memberKey: string }
  | { kind: 'events'; queueId: string }

/** The key of a subject, in which touched subjects are reported. */
export function keyOf(subject: Subject): string {
  if (subject.kind === 'channel') return `channel:${subject.channelId}`
  if (subject.kind === 'topic') return `topic:${subject.channelId}:${subject.topicKey}`
  if (subject.kind === 'dm') return `dm:${subject.memberKey}`
  return subject.kind === 'events' ? `events:${subject.queueId}` : subject.kind
}

/** The subject of an address, for the caller. Throws `not_found` or `invalid_input` when the caller cannot read it. */
export async function loadSubject(
  directory: Directory,
  ownId: number,
  uri: string,
): Promise<Subject> {
  const address = addressOf(uri)
  if (!address) throw notReadable()
  if (address.kind === 'channel') {
    const { id: channelId } = await resolveChannel(directory, address.channel)
    const { topic } = address
    return topic === undefined
      ? { kind: 'channel', channelId }
      : { kind: 'topic', channelId, topicKey: topicKey(namedTopic(topic)) }
  }
  if (address.kind === 'dm') {
    const others = await Promise.all(address.people.map(async (one) => resolveUser(directory, one)))
    const ids = [...others.map(({ id }) => id), ownId]
    return { kind: 'dm', memberKey: keyOfMembers(ids) }
  }
  return address
}

/** Nothing exists at an address, or the caller may not read it; the error does not emit which. */
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
    if (subject.kind === 'events') await requireOwnQueue(chat, actor, subject.queueId)
    if (subject.kind !== 'channel' && subject.kind !== 'topic') return true
    const member = await loadMember(db, actor, chat.now().getTime())
    return canReadChannel(member, await requireChannelById(db, member, subject.channelId))
  } catch (thrown) {
    if (thrown instanceof OperationError) return false
    throw thrown
  }
}
