import { sql } from 'kysely'
import { findChannelsByName, canReadChannel } from '../channels/access.ts'
import { isScaled } from '../files/thumbnail-formats.ts'
import type { Member } from '../kernel/requester.ts'
import type { Channel, Reader, User } from '../kernel/rows.ts'
import { PREVIEWS_MAX_COUNT } from '../limits.ts'
import { topicKey } from '../topics/topic.ts'
import { loadAccessibleIds } from '../users/access.ts'
import type { Named, References } from './context.ts'

/** Longer than any name with an id behind it. */
const NAME = '[^*\\n]{1,180}'
const USERS = new RegExp(`@_?\\*\\*(${NAME})\\*\\*`, 'g')
const GROUPS = new RegExp(`@_?\\*(${NAME})\\*`, 'g')
const CHANNELS = new RegExp(`#\\*\\*(${NAME})\\*\\*`, 'g')
const UPLOADS = /\/user_uploads\/([^\s()<>"]{1,400})/g

/** Resolves the names in a text, as far as its author may see them. */
export async function findReferences(
  db: Reader,
  content: string,
  author: Member | undefined,
): Promise<References> {
  const [user, group, picture, channels] = await Promise.all([
    findUsers(db, namesIn(content, USERS), author),
    findGroups(db, namesIn(content, GROUPS)),
    findPictures(db, namesIn(content, UPLOADS)),
    findChannels(db, namesIn(content, CHANNELS), author),
  ])
  return { user, group, picture, ...channels }
}

/** References in which no name resolves. */
export const NO_REFERENCES: References = {
  user: () => undefined,
  group: () => undefined,
  channel: () => undefined,
  lastMessage: () => undefined,
  picture: () => undefined,
}

/** A name and the id behind it, as in `name|12`. */
export function splitName(text: string): { name: string; id: number | undefined } {
  const [, name = text, id] = /^(.*)\|(\d{1,15})$/.exec(text) ?? []
  return { name, id: id === undefined ? undefined : Number(id) }
}

/** Channel, topic and message of a link, as in `channel>topic@12`. */
export function splitChannelLink(text: string): {
  channel: string
  topic: string | undefined
  messageId: number | undefined
} {
  const split = text.indexOf('>')
  if (split === -1) return { channel: text, topic: undefined, messageId: undefined }
  const rest = text.slice(split + 1)
  const [, topic = rest, id] = /^(.*)@(\d{1,15})$/.exec(rest) ?? []
  return {
    channel: text.slice(0, split),
    topic,
    messageId: id === undefined ? undefined : Number(id),
  }
}

function namesIn(content: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(content.matchAll(pattern), ([, name = '']) => name))]
}

async function findUsers(
  db: Reader,
  texts: readonly string[],
  author: Member | undefined,
): Promise<References['user']> {
  if (texts.length === 0) return NO_REFERENCES.user
  const mentions = texts.map(splitName)
  const names = mentions.map(({ name }) => name)
  const ids = mentions.flatMap(({ id }) => id ?? [])
  const found = await db
    .selectFrom('chat_user')
    .select(['id', 'full_name as name', 'is_active', 'is_bot'])
    .where('is_deleted', '=', 0)
    .where((eb) =>
      eb.or([
        eb('full_name', 'in', names),
        eb(sql<string>`lower(full_name)`, 'in', names.map(key)),
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
      ]),
    )
    .execute()
  const seen = author && (await loadAccessibleIds(db, author))
  const rows = seen ? found.filter(({ id, is_bot }) => is_bot === 1 || seen.has(id)) : found
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byName = Map.groupBy(rows, ({ name }) => key(name))
  return (name, id) => {
    if (id !== undefined) {
      const user = byId.get(id)
      return user && (name === '' || key(user.name) === key(name)) ? asNamed(user) : undefined
    }
    const all = byName.get(key(name)) ?? []
    const active = all.filter(({ is_active }) => is_active === 1)
    const candidates = active.length > 0 ? active : all
    return candidates.length === 1 ? asNamed(candidates[0]!) : undefined
  }
}

function asNamed({ id, name, is_active }: Named & Pick<User, 'is_active'>): Named {
  return { id, name, isGone: is_active === 0 }
}

async function findGroups(db: Reader, names: readonly string[]): Promise<References['group']> {
  if (names.length === 0) return NO_REFERENCES.group
  const rows = await db
    .selectFrom('chat_group')
    .select(['id', 'name', 'name_key', 'is_system', 'is_deactivated'])
    .where('name_key', 'in', names.map(key))
    .execute()
  const groups = new Map(
    rows.map(({ id, name, name_key, is_system, is_deactivated }) => [
      name_key,
      {
        id,
        name: is_system ? systemGroupTitle(name ?? '') : (name ?? ''),
        isGone: is_deactivated === 1,
      },
    ]),
  )
  return (name) => groups.get(key(name))
}

async function findPictures(db: Reader, paths: readonly string[]): Promise<References['picture']> {
  if (paths.length === 0) return NO_REFERENCES.picture
  const rows = await db
    .selectFrom('chat_attachment')
    .select(['path_id', 'media_type', 'bytes', 'width', 'height'])
    .where('path_id', 'in', paths.slice(0, PREVIEWS_MAX_COUNT))
    .execute()
  const pictures = new Map(
    rows.map((row) => {
      const { path_id, width, height } = row
      return [path_id, { isScaled: isScaled(row), width, height }]
    }),
  )
  return (path) => pictures.get(path)
}

/** The display name of a system group, e.g. `Full members` for `role:fullmembers`. */
function systemGroupTitle(name: string): string {
  const role = name.replace(/^role:/, '')
  if (role === 'fullmembers') return 'Full members'
  return role.charAt(0).toUpperCase() + role.slice(1)
}

async function findChannels(
  db: Reader,
  texts: readonly string[],
  author: Member | undefined,
): Promise<Pick<References, 'channel' | 'lastMessage'>> {
  const { channel, lastMessage } = NO_REFERENCES
  if (texts.length === 0) return { channel, lastMessage }
  const places = texts.map(splitChannelLink)
  const seen = await findChannelsByName(
    db,
    author,
    places.map((place) => place.channel),
  )
  const channels = new Map(seen.map((one) => [one.channel.name_key, one.channel]))
  const readable = seen
    .filter((one) => one.channel.has_shared_history && author && canReadChannel(author, one))
    .map((one) => one.channel)
  const last = await lastMessages(
    db,
    readable,
    places.flatMap(({ topic, messageId }) => (messageId === undefined ? (topic ?? []) : [])),
  )
  return {
    channel: (name) => channels.get(key(name.trim())),
    lastMessage: (id, topic) => last.get(`${id}:${topicKey(topic)}`),
  }
}

async function lastMessages(
  db: Reader,
  channels: readonly Channel[],
  topics: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (channels.length === 0 || topics.length === 0) return new Map()
  const rows = await db
    .selectFrom('chat_message')
    .select((eb) => ['channel_id', 'topic_key', eb.fn.max('id').as('id')])
    .where(
      'channel_id',
      'in',
      channels.map(({ id }) => id),
    )
    .where('topic_key', 'in', topics.map(topicKey))
    .groupBy(['channel_id', 'topic_key'])
    .execute()
  return new Map(rows.map((row) => [`${row.channel_id}:${row.topic_key}`, row.id]))
}

function key(name: string): string {
  return name.toLowerCase()
}
