import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { addChannel } from '../../src/chat/channels/add-channel.ts'
import { writeChat } from '../../src/chat/kernel/unit-of-work.ts'
import { locationWords } from '../../src/chat/narrow/search-words.ts'
import { openChat } from '../../src/chat/open-chat.ts'
import { bootstrap } from '../../src/chat/organization/bootstrap.ts'
import { addUser } from '../../src/chat/users/accounts/add-user.ts'
import { localFiles } from '../../src/files/local.ts'
import { createLog } from '../../src/lib/log.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'

const USERS = 200
const CHANNELS = 60
const CONVERSATIONS = 60
const WORDS = 20_000
const WORDS_PER_MESSAGE = 12
/** Messages of one topic, so that topics grow in number with the history. */
const MESSAGES_PER_TOPIC = 250

/** An account in a chat with a long history. */
export interface Inhabitant {
  id: number
  email: string
  key: string
}

/** A repeatable source of numbers from 0 up to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A made-up word; low numbers are common ones. */
export function wordAt(rank: number): string {
  const syllables = [
    'ba',
    'do',
    'ki',
    'lu',
    'me',
    'na',
    'po',
    'ru',
    'sa',
    'ti',
    'vo',
    'we',
    'xa',
    'zo',
  ]
  let word = ''
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length] ?? ''
  }
  return word
}

/**
 * Writes a chat with that many messages into a new database: 200 users, 60 channels of which the inhabitant reads two thirds,
 * some of them private or with protected history, 8 % direct messages, a few stars and mentions, all but the newest messages
 * read. Returns the inhabitant.
 */
export async function writeHistory(path: string, messages: number): Promise<Inhabitant> {
  const inhabitant = await settle(path)
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000; begin')
  fill(db, inhabitant.id, messages)
  db.exec(`update chat_counter set value = ${messages} where name = 'words'`)
  db.exec('commit; pragma journal_mode = wal')
  db.close()
  return inhabitant
}

async function settle(path: string): Promise<Inhabitant> {
  const store = await openSqlite({ path, log: createLog('warn') })
  const { chat, close } = openChat({
    store,
    now: () => new Date(),
    log: createLog('warn'),
    files: { maxMib: 1, ...localFiles(`${path}-files`) },
    realmHost: 'localhost',
    url: () => 'http://localhost',
  })
  await bootstrap(chat)
  const { user, key } = await writeChat(chat, async (unit) => {
    const added = await addUser(chat, unit, { email: 'ann@example.com', full_name: 'Ann' })
    for (let n = 0; n < USERS; n += 1) {
      await addUser(chat, unit, { email: `u${n}@example.com`, full_name: `User ${n}` })
    }
    for (let n = 0; n < CHANNELS; n += 1) {
      await addChannel(chat, unit, {
        name: `channel ${n}`,
        description: '',
        creator: added.user,
        subscribers: n % 3 === 2 ? [] : [added.user],
        is_private: n % 10 === 0,
        has_shared_history: n % 20 !== 0,
      })
    }
    return added
  })
  close()
  await store.close()
  return { id: user.id, email: user.email, key }
}

interface Statements {
  message: StatementSync
  words: StatementSync
  thread: StatementSync
  receipt: StatementSync
  mark: StatementSync
}

function fill(db: DatabaseSync, me: number, count: number): void {
  const random = numbers(7)
  const below = (max: number) => Math.floor(random() * max)
  const prepared: Statements = {
    message: db.prepare(
      `insert into chat_message (sender_id, channel_id, topic, topic_key, conversation_id, thread_id,
        sent_channel_id, content, rendered, sent_at, client, is_read_by_sender, is_me_message,
        mentions_channel, has_attachment, has_image, has_link)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'website', 1, 0, ?, ?, 0, ?)`,
    ),
    words: db.prepare(
      'insert into chat_message_words (rowid, topic, content, place) values (?, ?, ?, ?)',
    ),
    thread: db.prepare(
      'insert into chat_thread (channel_id, topic_key, conversation_id) values (?, ?, ?)',
    ),
    receipt: db.prepare('insert into chat_receipt values (?, ?, ?, null)'),
    mark: db.prepare('insert into chat_read_mark values (?, ?, ?)'),
  }
  const threads = new Map<string, number>()
  const threadOf = (channel: number | null, topic: string | null, conversation: number | null) => {
    const name = `${channel} ${topic} ${conversation}`
    const known = threads.get(name)
    if (known !== undefined) return known
    const id = Number(prepared.thread.run(channel, topic, conversation).lastInsertRowid)
    threads.set(name, id)
    prepared.mark.run(me, id, count - 50)
    return id
  }
  const conversations = addConversations(db, me)
  const topics = Math.max(10, Math.ceil(count / CHANNELS / MESSAGES_PER_TOPIC))
  const start = Date.now() - count * 1_000
  for (let id = 1; id <= count; id += 1) {
    const isDirect = random() < 0.08
    const direct = isDirect ? conversations[below(conversations.length)] : undefined
    const conversation = direct?.id ?? null
    // Channel 1 is the organization's first.
    const channel = isDirect ? null : 2 + below(CHANNELS)
    const topic = isDirect ? '' : `topic ${below(topics)}`
    const thread = threadOf(channel, isDirect ? null : topic, conversation)
    const text = Array.from({ length: WORDS_PER_MESSAGE }, () =>
      wordAt(Math.floor(WORDS ** random()) - 1),
    ).join(' ')
    prepared.message.run(
      (direct ? direct.users[below(direct.users.length)] : undefined) ?? 3 + below(USERS + 1),
      channel,
      topic,
      topic,
      conversation,
      thread,
      channel,
      text,
      `<p>${text}</p>`,
      start + id * 1_000,
      random() < 0.000_2 ? 1 : 0,
      random() < 0.01 ? 1 : 0,
      random() < 0.05 ? 1 : 0,
    )
    const place = { channel_id: channel, topic_key: topic, conversation_id: conversation }
    prepared.words.run(id, topic, text, locationWords(place).join(' '))
    const luck = random()
    if (luck < 0.001) prepared.receipt.run(me, id, 4)
    else if (luck < 0.002) prepared.receipt.run(me, id, 1)
  }
}

/** Conversations of two and three; the inhabitant is in every other one. */
function addConversations(
  db: DatabaseSync,
  me: number,
): { id: number; users: readonly number[] }[] {
  const conversation = db.prepare('insert into chat_conversation (member_key) values (?)')
  const member = db.prepare('insert into chat_conversation_member values (?, ?)')
  return Array.from({ length: CONVERSATIONS }, (_, n) => {
    const others = [me + 1 + n, me + 2 + n, ...(n % 4 === 0 ? [me + 3 + n] : [])]
    const users = n % 2 === 0 ? [me, ...others.slice(1)] : others
    const id = Number(conversation.run(users.join(',')).lastInsertRowid)
    for (const user of users) member.run(id, user)
    return { id, users }
  })
}
