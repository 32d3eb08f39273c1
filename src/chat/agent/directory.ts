import { loadKnownChannels } from '../channels/access.ts'
import { loadNamedGroups } from '../groups/group-record.ts'
import { loadMember } from '../kernel/requester.ts'
import type { User } from '../kernel/rows.ts'
import type { Actor, Chat, Directory, DirectoryEntry, LastSeen } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { listPresence } from '../presence/show-presence.ts'
import { loadAccessibleUsers } from '../users/access.ts'
import { findByEmail } from '../users/find-users.ts'

/** Users, channels and groups of this instance's chat, as one account sees them. */
export function openLocalDirectory(chat: Chat, actor: Actor): Directory {
  const db = reader(chat)
  const member = () => loadMember(db, actor, chat.now().getTime())
  const users = async () => loadAccessibleUsers(db, await member())
  return {
    async channels() {
      const seen = await loadKnownChannels(db, await member())
      return seen.map(({ channel: { id, name, is_archived } }) => ({
        id,
        name,
        isClosed: Boolean(is_archived),
      }))
    },
    async groups() {
      const groups = await loadNamedGroups(db, true)
      return groups.map(({ id, name, is_deactivated }) => ({
        id,
        name: name ?? '',
        isClosed: Boolean(is_deactivated),
      }))
    },
    people: async () => (await users()).map(named),
    async personAt(address) {
      const found = await findByEmail(chat, db, address)
      const user = found && (await users()).find(({ id }) => id === found.id)
      return user && named(user)
    },
    timezone: async () => actor.user.timezone,
    async presence() {
      const { server_timestamp, presences } = await listPresence(chat, actor)
      return { server_timestamp, presences: presences as Readonly<Record<string, LastSeen>> }
    },
  }
}

function named({ id, full_name: name, is_active }: User): DirectoryEntry {
  return { id, name, isClosed: !is_active }
}
