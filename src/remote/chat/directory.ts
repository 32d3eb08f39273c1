import { z } from 'zod'
import type { Directory, DirectoryEntry } from '../../chat/kernel/types.ts'
import { type ChatAnswer, readAs } from './failures.ts'
import { DIRECTORY_MAX_AGE_MS } from './limits.ts'

/** Sends a read-only request to the server. */
export type GetJson = (
  path: string,
  fields?: Readonly<Record<string, string>>,
) => Promise<ChatAnswer>

const channelList = z.object({
  streams: z.array(
    z.object({ stream_id: z.int(), name: z.string(), is_archived: z.boolean().default(false) }),
  ),
})

const userList = z.object({
  members: z.array(
    z.object({
      user_id: z.int(),
      full_name: z.string(),
      email: z.string(),
      delivery_email: z.string().nullish(),
      is_active: z.boolean().default(true),
    }),
  ),
})

const groupList = z.object({
  user_groups: z.array(
    z.object({ id: z.int(), name: z.string(), deactivated: z.boolean().default(false) }),
  ),
})

const ownUser = z.object({ timezone: z.string().default('') })

const presenceList = z.object({
  server_timestamp: z.number(),
  presences: z.record(
    z.string(),
    z.object({
      aggregated: z.object({ status: z.enum(['active', 'idle']), timestamp: z.number() }),
    }),
  ),
})

/** A person with the addresses that are shown. */
interface Person extends DirectoryEntry {
  addresses: readonly string[]
}

/** Users, channels and groups of the server, cached: names are looked up with most calls. */
export function remoteDirectory(getJson: GetJson, now: () => number): Directory {
  const channels = remembered(now, async () => {
    const { streams } = readAs(
      channelList,
      await getJson('/streams', { exclude_archived: 'false' }),
    )
    return streams.map(({ stream_id: id, name, is_archived: isClosed }) => ({ id, name, isClosed }))
  })
  const people = remembered(now, async () => {
    const { members } = readAs(userList, await getJson('/users'))
    return members.map(
      ({ user_id: id, full_name: name, is_active, email, delivery_email }): Person => ({
        id,
        name,
        isClosed: !is_active,
        addresses: [email, delivery_email ?? email].map((address) => address.toLowerCase()),
      }),
    )
  })
  const groups = remembered(now, async () => {
    const fields = { include_deactivated_groups: 'true' }
    const { user_groups: all } = readAs(groupList, await getJson('/user_groups', fields))
    return all.map(({ id, name, deactivated: isClosed }) => ({ id, name, isClosed }))
  })
  return {
    channels,
    people,
    groups,
    async personAt(address) {
      const key = address.trim().toLowerCase()
      return (await people()).find(({ addresses }) => addresses.includes(key))
    },
    timezone: async () => readAs(ownUser, await getJson('/users/me')).timezone,
    presence: async () => readAs(presenceList, await getJson('/realm/presence')),
  }
}

/** Caches a value for a while; concurrent callers share one load. */
function remembered<T>(
  now: () => number,
  load: () => Promise<T>,
): (isFresh?: boolean) => Promise<T> {
  let kept: { value: Promise<T>; at: number } | undefined
  return async (isFresh = false) => {
    if (!kept || isFresh || now() - kept.at > DIRECTORY_MAX_AGE_MS) {
      const value = load()
      const fresh = { value, at: now() }
      kept = fresh
      value.catch(() => {
        if (kept === fresh) kept = undefined
      })
    }
    return kept.value
  }
}
