import type { Actor, Chat, User } from '../port.ts'
import { loadMember } from '../viewer.ts'
import { newestMessageId } from '../messages/newest.ts'
import { loadProfiles } from '../profile/profile-data.ts'
import { reader } from '../write.ts'
import { avatarUrl, userRecord, type UserRecord } from './user-record.ts'

/** An account as its user sees it, without profile data. */
export async function ownProfile(chat: Chat, user: User): Promise<UserRecord> {
  const viewer = await loadMember(reader(chat), { user, client: '' }, chat.now().getTime())
  return userRecord(chat, viewer, user, { clientExtavatar: false })
}

/** The caller's own account, with the id of the newest message as older clients expect it. */
export async function ownRecord(chat: Chat, actor: Actor) {
  const db = reader(chat)
  const viewer = await loadMember(db, actor, chat.now().getTime())
  const profiles = await loadProfiles(db, actor.user.id)
  return {
    ...userRecord(chat, viewer, actor.user, { clientExtavatar: false }),
    avatar_url: avatarUrl(chat, actor.user),
    max_message_id: (await newestMessageId(db)) || -1,
    ...(actor.user.is_bot ? {} : { profile_data: profiles.get(actor.user.id) ?? {} }),
  }
}
