import { z } from 'zod'
import type { GetJson } from './directory.ts'
import { readAs } from './failures.ts'

/** The account's access to channels, as reported by the server. */
export interface Access {
  /** Channels that it is subscribed to. */
  subscribed: ReadonlySet<number>
  /** Channels whose messages it may read, subscribed or not. */
  readable: ReadonlySet<number>
}

const channels = z.object({ streams: z.array(z.object({ stream_id: z.int() })) })

/** Asks which channels the account may see (chat spec 4.5). */
export async function loadAccess(getJson: GetJson): Promise<Access> {
  const idsOf = async (filter: Readonly<Record<string, string>>) => {
    const fields = { include_public: 'false', exclude_archived: 'false', ...filter }
    const { streams } = readAs(channels, await getJson('/streams', fields))
    return new Set(streams.map(({ stream_id }) => stream_id))
  }
  const [subscribed, readable] = await Promise.all([
    idsOf({ include_subscribed: 'true' }),
    idsOf({ include_can_access_content: 'true' }),
  ])
  return { subscribed, readable }
}
