import type { Actor, Chat, Reader, User } from '../port.ts'
import { loadMember, type Member } from '../viewer.ts'
import { loadProfiles } from '../profile/profile-data.ts'
import { reader } from '../write.ts'
import { type UserRecord, userRecord } from './user-record.ts'

/** How the caller wants users shown. */
export interface ShownAs {
  client_extavatar: boolean
  include_custom_profile_fields: boolean
}

/** What operations that answer user records begin with. */
export async function lookUp(
  chat: Chat,
  actor: Actor,
  input: ShownAs,
): Promise<{ db: Reader; viewer: Member; show(user: User): UserRecord }> {
  const db = reader(chat)
  const viewer = await loadMember(db, actor, chat.now().getTime())
  const profiles = input.include_custom_profile_fields ? await loadProfiles(db) : undefined
  return {
    db,
    viewer,
    show: (user) => ({
      ...userRecord(chat, viewer, user, { clientExtavatar: input.client_extavatar }),
      ...(profiles && !user.is_bot ? { profile_data: profiles.get(user.id) ?? {} } : {}),
    }),
  }
}
