import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { seededRandom } from './seeded-random.ts'

const BASE_MS = 1_704_100_000_000
const WORDS =
  'the shop opens late on rainy days because nobody finds the key under the green mat'.split(' ')

/** How large a bulk export is. */
export interface BulkSize {
  users: number
  channels: number
  messages: number
  seed: number
}

/** Writes a bulk export of Mattermost: a channel with everybody, others with a few, threads, direct messages; in no order. */
export async function writeLargeBulkExport(path: string, size: BulkSize): Promise<void> {
  const random = seededRandom(size.seed)
  const below = (count: number): number => Math.floor(random() * count)
  const file = createWriteStream(path)
  const write = async (type: string, value: unknown): Promise<void> => {
    const text = `${JSON.stringify({ type, [type]: value })}\n`
    if (!file.write(text)) await once(file, 'drain')
  }
  const name = (kind: string, at: number) => `${kind}${at}`
  await write('version', 1)
  await write('team', { name: 'team', display_name: 'Team', type: 'O' })
  const channels = Array.from({ length: size.channels }, (_, at) =>
    at === 0 ? 'town-square' : name('channel', at),
  )
  for (const [at, channel] of channels.entries()) {
    const type = at % 5 === 1 ? 'P' : 'O'
    await write('channel', { team: 'team', name: channel, display_name: channel, type })
  }
  for (let at = 0; at < size.users; at += 1) {
    const own = channels.filter((_, channel) => channel === 0 || (at + channel) % 10 === 0)
    await write('user', {
      username: name('user', at),
      email: `user${at}@x.test`,
      first_name: 'User',
      last_name: `${at}`,
      roles: 'system_user',
      teams: [{ name: 'team', channels: own.map((channel) => ({ name: channel })) }],
    })
  }
  const user = () => name('user', below(size.users))
  const message = () => ({
    user: user(),
    create_at: BASE_MS + below(size.messages) * 1_000,
    message: `${Array.from({ length: 3 + below(30) }, () => WORDS[below(WORDS.length)]).join(' ')} @${user()}`,
    ...(random() < 0.2 ? { reactions: [{ user: user(), emoji_name: 'tada' }] } : {}),
  })
  for (let count = 0; count < size.messages;) {
    const replies = random() < 0.2 ? Array.from({ length: 1 + below(4) }, message) : []
    count += 1 + replies.length
    const isDirect = random() < 0.1
    await write(isDirect ? 'direct_post' : 'post', {
      ...message(),
      replies,
      ...(isDirect
        ? { channel_members: [user(), user()] }
        : { team: 'team', channel: channels[random() < 0.3 ? 0 : below(channels.length)] }),
    })
  }
  file.end()
  await once(file, 'finish')
}
