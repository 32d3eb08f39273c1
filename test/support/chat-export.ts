import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { seededRandom } from './seeded-random.ts'

/** Rows of an export. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into rows of many shapes.
export type Rows = Record<string, any>[]

/** How large a synthetic export is. */
export interface ExportSize {
  people: number
  channels: number
  messages: number
  files: number
  fileBytes: number
  seed: number
}

const FIRST_USER = 8
const FIRST_CHANNEL = 5
const FIRST_MESSAGE = 41
const START = Date.parse('2024-03-01T08:00:00Z') / 1_000
const WORDS =
  'the shop opens late on rainy days because nobody finds the key under the green mat'.split(' ')
const EMOJI = [
  ['tada', '1f389'],
  ['+1', '1f44d'],
  ['heart', '2764'],
] as const

/**
 * Writes an export in the public server's format: people, channels of all kinds, topics, direct messages of two and of three, edits,
 * moves, reactions, uploads, people who left for a while, and what is unread.
 */
export function writeExport(folder: string, size: ExportSize): void {
  const random = seededRandom(size.seed)
  const upTo = (count: number) => Math.floor(random() * count)
  const users = Array.from({ length: size.people }, (_, index) => FIRST_USER + index)
  const channels = Array.from({ length: size.channels }, (_, index) => FIRST_CHANNEL + index)
  const recipients: Rows = []
  const recipient = (type: number, type_id: number) => {
    recipients.push({ id: recipients.length + 101, type, type_id })
    return recipients.length + 100
  }
  const ofUser = new Map(users.map((id) => [id, recipient(1, id)]))
  const ofChannel = new Map(channels.map((id) => [id, recipient(2, id)]))
  const trio = users.slice(0, 3)
  const ofTrio = recipient(3, 1)
  const subscriptions: Rows = []
  const membersOf = new Map<number, { user: number; leaves: number; returns: number }[]>()
  for (const channel of channels) {
    const members = users.filter(
      (_, index) => index < 2 || random() < Math.min(0.5, 20 / users.length),
    )
    membersOf.set(
      channel,
      members.map((user) => {
        const isAway = random() < 0.1
        const leaves = isAway ? upTo(size.messages) : Infinity
        const returns = isAway && random() < 0.5 ? leaves + upTo(size.messages / 4) : Infinity
        const active = !isAway || returns < size.messages
        subscriptions.push(subscription(user, ofChannel.get(channel) ?? 0, active))
        return { user, leaves, returns }
      }),
    )
  }
  for (const user of trio) subscriptions.push(subscription(user, ofTrio, true))
  subscriptions.forEach((row, index) => (row['id'] = index + 1))

  const attachments: Rows = []
  const records: Rows = []
  const reactions: Rows = []
  let messages: Rows = []
  let flags: Rows = []
  let [file, flagId] = [0, 0]
  const flush = () => {
    file += 1
    write(folder, `messages-${String(file).padStart(6, '0')}.json`, {
      zerver_message: messages,
      zerver_usermessage: flags,
    })
    messages = []
    flags = []
  }
  for (let number = 0; number < size.messages; number += 1) {
    const id = FIRST_MESSAGE + number + Math.floor(number / 50)
    const kind = random()
    const channel = channels[upTo(channels.length)] ?? 0
    const members = (membersOf.get(channel) ?? []).filter(
      ({ leaves, returns }) => number < leaves || number >= returns,
    )
    const isTrio = kind < 0.03
    const isDirect = kind < 0.1
    const from = isTrio ? trio : isDirect ? users : members.map(({ user }) => user)
    const sender = from[upTo(from.length)] ?? users[0] ?? 0
    const other = users[upTo(users.length)] ?? 0
    const received = isTrio ? trio : isDirect ? [sender, other] : from
    const content = Array.from({ length: 3 + upTo(20) }, () => WORDS[upTo(WORDS.length)])
    if (random() < 0.1) content.push(`@**Person ${other}|${other}**`, '**bold** and `code`')
    if (number % Math.ceil(size.messages / size.files) === 0) {
      const path = `2/ab/secret${number}/report-${number}.txt`
      content.push(`[report](/user_uploads/${path})`)
      const bytes = Buffer.alloc(size.fileBytes, `file ${number} `)
      write(folder, `uploads/${path}`, bytes)
      attachments.push({
        id: attachments.length + 1,
        realm: 2,
        owner: sender,
        file_name: `report-${number}.txt`,
        path_id: path,
        size: bytes.length,
        create_time: START + number,
        messages: [id],
        scheduled_messages: [],
      })
      records.push({
        realm_id: 2,
        user_profile_id: sender,
        s3_path: path,
        path,
        size: bytes.length,
      })
    }
    const at = START + number * 61 + 0.25
    const isEdited = random() < 0.05
    messages.push({
      id,
      sender,
      recipient: isTrio ? ofTrio : isDirect ? ofUser.get(other) : ofChannel.get(channel),
      is_channel_message: !isDirect,
      sending_client: 1 + upTo(2),
      subject: isDirect ? '\u0007' : `topic ${upTo(8)}`,
      content: content.join(' '),
      rendered_content: '<p>what the other server rendered</p>',
      date_sent: at,
      last_edit_time: isEdited ? at + 30 : null,
      edit_history: isEdited
        ? JSON.stringify([
            {
              user_id: sender,
              timestamp: Math.floor(at) + 30,
              prev_content: 'before',
              prev_rendered_content: '<p>before</p>',
            },
          ])
        : null,
      type: 1,
    })
    const isOld = number < size.messages * 0.9
    for (const user of new Set(received)) {
      const isRead = user === sender || (isOld ? random() > 0.01 : random() > 0.4)
      const isStarred = random() < 0.01
      flags.push({
        id: (flagId += 1),
        user_profile: user,
        message: id,
        flags_mask: (isRead ? 1 : 0) | (isStarred ? 2 : 0) | (isDirect ? 2_048 : 0),
      })
    }
    if (random() < 0.2) {
      const [emoji_name, emoji_code] = EMOJI[upTo(3)] ?? EMOJI[0]
      reactions.push({
        id: reactions.length + 1,
        user_profile: other,
        message: id,
        emoji_name,
        emoji_code,
        reaction_type: 'unicode_emoji',
      })
    }
    if (messages.length === 1_000) flush()
  }
  if (messages.length > 0) flush()
  write(folder, 'attachment.json', { zerver_attachment: attachments })
  write(folder, 'uploads/records.json', records)
  write(folder, 'realm.json', {
    zerver_realm: [{ id: 2, name: 'The shop', waiting_period_threshold: 3 }],
    zerver_userprofile: users.map((id) => userRow(id)),
    zerver_userprofile_crossrealm: [
      { id: 1, email: 'notification-bot@zulip.com', full_name: 'Notification Bot', is_bot: true },
    ],
    zerver_usergroup: [],
    zerver_namedusergroup: [],
    zerver_stream: channels.map((id, index) => ({
      id,
      realm: 2,
      name: `channel ${id}`,
      description: `Number *${id}*`,
      invite_only: index % 3 === 1,
      history_public_to_subscribers: index % 6 !== 1,
      deactivated: false,
      date_created: START - 100,
      creator: users[0],
    })),
    zerver_recipient: recipients,
    zerver_subscription: subscriptions,
    zerver_client: [
      { id: 1, name: 'website' },
      { id: 2, name: 'ZulipMobile' },
    ],
    zerver_reaction: reactions,
    zerver_huddle: [{ id: 1, huddle_hash: 'x' }],
    zerver_realmauditlog: [{ id: 1 }, { id: 2 }],
    zerver_somethingnew: [{ id: 1 }],
  })
}

function subscription(user_profile: number, recipient: number, active: boolean) {
  return {
    id: 0,
    user_profile,
    recipient,
    active,
    is_muted: false,
    color: '#76ce90',
    pin_to_top: false,
  }
}

function userRow(id: number) {
  return {
    id,
    realm: 2,
    delivery_email: `person${id}@example.com`,
    email: `user${id}@example.com`,
    full_name: `Person ${id}`,
    role: id === FIRST_USER ? 100 : 400,
    is_active: true,
    is_bot: false,
    date_joined: START - 1_000,
    timezone: 'Europe/Vienna',
    twenty_four_hour_time: true,
    avatar_source: 'G',
    avatar_version: 1,
  }
}

function write(folder: string, name: string, content: unknown): void {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, Buffer.isBuffer(content) ? content : JSON.stringify(content))
}

/** What an unpacked export says, in terms that no import changes: addresses and names in place of ids of people and channels. */
export function readExport(folder: string) {
  const json = (name: string) =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, Rows>
  const realm = json('realm.json')
  const rows = (table: string) => realm[table] ?? []
  const emails = new Map(
    rows('zerver_userprofile').map((row) => [row['id'], row['delivery_email']]),
  )
  const names = new Map(rows('zerver_stream').map((row) => [row['id'], row['name']]))
  const places = new Map(rows('zerver_recipient').map((row) => [row['id'], row]))
  const clients = new Map(rows('zerver_client').map((row) => [row['id'], row['name']]))
  const members = Map.groupBy(rows('zerver_subscription'), (row) => row['recipient'])
  const placeOf = (message: Rows[number]): string => {
    const { type, type_id } = places.get(message['recipient']) ?? {}
    if (type === 2) return `#${names.get(type_id)} > ${message['subject']}`
    const users =
      type === 1
        ? [type_id, message['sender']]
        : (members.get(message['recipient']) ?? []).map((row) => row['user_profile'])
    return [...new Set(users.map((id) => emails.get(id)))]
      .toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
      .join()
  }
  const files = readdirSync(folder)
    .filter((name) => name.startsWith('messages-'))
    .sort()
    .map(json)
  const messages = files
    .flatMap((file) => file['zerver_message'] ?? [])
    .map((message) => ({
      id: message['id'],
      sender: emails.get(message['sender']),
      place: placeOf(message),
      // Ids of the organization stand in the addresses of its files.
      content: String(message['content']).replaceAll('/user_uploads/2/', '/user_uploads/1/'),
      sent: message['date_sent'],
      edited: message['last_edit_time'] && Math.floor(message['last_edit_time']),
      edits: message['edit_history']
        ? (JSON.parse(message['edit_history']) as Rows).map((edit) => [
            emails.get(edit['user_id']),
            edit['timestamp'],
            edit['prev_content'],
          ])
        : [],
      client: clients.get(message['sending_client']),
    }))
  const flags = files
    .flatMap((file) => file['zerver_usermessage'] ?? [])
    .map((row) => `${row['message']} ${emails.get(row['user_profile'])} ${row['flags_mask']}`)
    .sort()
  const reactions = rows('zerver_reaction')
    .map((row) => `${row['message']} ${emails.get(row['user_profile'])} ${row['emoji_code']}`)
    .sort()
  const subscriptions = rows('zerver_subscription')
    .filter((row) => places.get(row['recipient'])?.['type'] === 2)
    .map(
      (row) =>
        `${emails.get(row['user_profile'])} ${names.get(places.get(row['recipient'])?.['type_id'])} ${row['active']}`,
    )
    .sort()
  const channels = rows('zerver_stream').map((row) => [
    row['name'],
    row['description'],
    row['invite_only'],
    row['history_public_to_subscribers'],
  ])
  const attachments = (json('attachment.json')['zerver_attachment'] ?? []).map((row) => [
    row['file_name'],
    row['size'],
    row['messages'].join(),
    emails.get(row['owner']),
  ])
  return {
    messages,
    flags,
    reactions: [...new Set(reactions)],
    subscriptions,
    channels,
    attachments,
    people: [...emails.values()],
  }
}
