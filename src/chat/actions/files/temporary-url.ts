import { uploadByPath } from '../../files/access.ts'
import { temporaryUrl } from '../../files/temporary.ts'
import type { Actor, Chat } from '../../port.ts'
import { rememberingReader } from '../../remembered.ts'
import { loadMember } from '../../viewer.ts'

/** A short-lived address of an upload that the actor can see, for programs that cannot sign in. */
export async function lend(chat: Chat, actor: Actor, pathId: string): Promise<string> {
  const db = await rememberingReader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  return temporaryUrl(chat, await uploadByPath(db, member, pathId))
}
