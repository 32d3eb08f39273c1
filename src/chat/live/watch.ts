import { localDirectory } from '../agent/directory.ts'
import type { Actor, Chat } from '../port.ts'
import { reader } from '../write.ts'
import { Follower, followersOf } from './follow.ts'
import { type Following, listenTo } from './listener.ts'
import { mayRead } from './may-read.ts'
import { notReadable, subjectOf } from './subject.ts'

/**
 * Tells of changes at an address from now on, until what it answers is called or the account may not read it
 * any more. Throws `not_found` or `invalid_input` for an address that it may not read.
 */
export async function watchAddress(
  chat: Chat,
  actor: Actor,
  uri: string,
  changed: () => void,
): Promise<() => void> {
  const subject = await subjectOf(localDirectory(chat, actor), actor.user.id, uri)
  if (!(await mayRead(chat, reader(chat), actor, subject))) throw notReadable()
  const ofChat = followersOf(chat)
  const { id } = actor.user
  const follower = ofChat.get(id) ?? new Follower(chat, actor)
  ofChat.set(id, follower)
  const following: Following = {
    add: async (listener) => follower.add(listener),
    remove(listener) {
      follower.remove(listener)
      if (follower.isIdle && ofChat.get(id) === follower) ofChat.delete(id)
    },
  }
  return listenTo(following, subject, changed)
}
