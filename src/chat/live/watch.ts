import { localDirectory } from '../agent/directory.ts'
import type { Actor, Chat } from '../port.ts'
import { reader } from '../write.ts'
import { Follower, followersOf, type Listener } from './follow.ts'
import { Pace } from './pace.ts'
import { keyOf, mayRead, notReadable, subjectOf } from './subject.ts'

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
  const pace = new Pace(changed)
  const ofChat = followersOf(chat)
  const { id } = actor.user
  const follower = ofChat.get(id) ?? new Follower(chat, actor)
  ofChat.set(id, follower)
  const release = () => {
    pace.stop()
    follower.remove(listener)
    if (follower.isIdle && ofChat.get(id) === follower) ofChat.delete(id)
  }
  const listener: Listener = {
    subject,
    key: keyOf(subject),
    touched: () => pace.touch(),
    lost: release,
  }
  try {
    await follower.add(listener)
  } catch (thrown) {
    release()
    throw thrown
  }
  return release
}
