import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Reader } from '../../../../src/chat/kernel/rows.ts'
import { fetchMessages } from '../../../../src/chat/messages/fetch/fetch-messages.ts'
import {
  WORDS_BATCH_MESSAGES,
  WORDS_WAIT_MAX_CHARS,
} from '../../../../src/chat/narrow/word-index.ts'
import { readAll } from '../../../../src/lib/lazy-list.ts'
import { openSqlite } from '../../../../src/store/sqlite/sqlite.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { idsIn } from '../../../support/fetching.ts'
import { quietLog } from '../../../support/store-backend.ts'

/** A world on SQLite, wherever others are: Postgres indexes each message as it comes. */
async function startWorld() {
  const world = await startChatWorld({
    store: await openSqlite({ path: ':memory:', log: quietLog }),
  })
  return Object.assign(world, { indexed: async () => indexedIn(world.chat.store.db) })
}

async function indexedIn(db: Reader): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select rowid as id from chat_message_words order by rowid`.execute(db)
  return rows.map(({ id }) => id)
}

const search = (operand: string, negated = false) => ({ operator: 'search', operand, negated })
const at = (operator: string, operand: unknown) => ({ operator, operand })

/** Sends irrelevant messages until everything is indexed. */
async function fillBatch(who: Person): Promise<void> {
  while ((await who.say('so', { topic: 'so' })) % WORDS_BATCH_MESSAGES !== 0);
}

test(
  'a search finds messages alike before and after the index of words takes them up',
  { tags: 'full' },
  async () => {
    await using world = await startWorld()
    const alice = await world.add('Alice')
    const bob = await world.add('Bob')
    for (const [content, topic] of [
      ['The quick <brown> foxes & \u{1F98A} jumped **over** it', 'Foxes & Co'],
      ['brown quick Café, naïve', 'span'],
      ['generalizations of relational skies', 'flies'],
      ['`quick` *brown*', 'émigré'],
      ['see [the docs](https://example.com/hidden) of ΑΘΗΝΑ', ''],
      ['1st 2nd; 3rd', 'quick'],
    ] as const) {
      await alice.say(content, { topic })
    }
    await alice.whisper('a quick word', bob)
    await bob.whisper('brown is out', alice)
    const narrows = [
      'fox',
      'JUMPING',
      'quick brown',
      '"quick brown"',
      '"brown quick" cafe',
      '"jumped over"',
      'generally relations sky',
      'fly',
      'fli',
      'flyer',
      'emigre',
      'αθηνα',
      'hidden',
      'docs',
      'span',
      '"co the"',
      '2nd',
      'q',
      '!!',
      'c1',
    ].flatMap((text) => [
      [search(text)],
      [search(text, true)],
      [search(text), at('dm', [bob.id])],
      [search(text), at('channel', 'general')],
      [search(text), at('channel', 'general'), at('topic', 'span')],
      [search(text), at('is', 'unread')],
      [search('quick'), search(text)],
      [search('quick', true), search(text)],
    ])
    const answers = async (who: Person) => {
      const found: Record<string, number[]> = {}
      for (const narrow of narrows) {
        // Filler messages of the batch are ignored.
        const ids = await idsIn(who, [...narrow, search('so', true)])
        found[JSON.stringify(narrow)] = ids
      }
      return found
    }
    const before = await answers(alice)
    expect(await world.indexed()).toEqual([])
    expect(Object.values(before).filter((ids) => ids.length > 0).length).toBeGreaterThan(50)
    await fillBatch(alice)
    expect(await world.indexed()).toHaveLength(WORDS_BATCH_MESSAGES)
    expect(await answers(alice)).toEqual(before)
  },
)

test('what is changed, moved or removed before the index takes it up is found as it is', async () => {
  await using world = await startWorld()
  const { owner } = world
  const changed = await owner.say('apple')
  const moved = await owner.say('pear', { topic: 'fruit' })
  const removed = await owner.say('plum')
  const left = await owner.say('cherry')
  const find = async (text: string) => idsIn(owner, [search(text)])
  expect(await find('apple')).toEqual([changed])
  ok(await owner.patch(`/messages/${changed}`, { content: 'quince' }))
  // What cannot be taken out of the index is taken up first.
  expect(await world.indexed()).toEqual([changed, moved, removed, left])
  const later = await owner.say('sloe')
  ok(await owner.delete(`/messages/${removed}`))
  ok(await owner.patch(`/messages/${moved}`, { topic: 'tree' }))
  const check = async () => {
    expect(await find('apple')).toEqual([])
    expect(await find('quince')).toEqual([changed])
    expect(await find('fruit')).not.toContain(moved)
    expect(await find('tree pear')).toEqual([moved])
    expect(
      await idsIn(owner, [search('pear'), at('channel', 'general'), at('topic', 'tree')]),
    ).toEqual([moved])
    expect(await find('plum')).toEqual([])
    expect(await find('sloe')).toEqual([later])
  }
  await check()
  await fillBatch(owner)
  await check()
  // Each is in the index once.
  expect(new Set(await world.indexed()).size).toBe((await world.indexed()).length)
})

test('a long message makes the index take up everything, so that no search has much to read', async () => {
  await using world = await startWorld()
  const { owner } = world
  const short = await owner.say('short')
  expect(await world.indexed()).toEqual([])
  const long = await owner.say(`long ${'word '.repeat(WORDS_WAIT_MAX_CHARS / 5)}`)
  expect(await world.indexed()).toEqual([short, long])
  expect(await idsIn(owner, [search('long word')])).toEqual([long])
})

test('another process finds what was just acknowledged, and a later one what was left unindexed', async () => {
  using dir = tempDir()
  const path = `${dir.path}/store.db`
  const open = async () => openSqlite({ path, log: quietLog })
  const terms = [{ operator: 'search' as const, operand: 'lantern', negated: false }]
  const form = { applyMarkdown: true, clientExtavatar: true, allowEmptyTopicName: true }
  const window = { numBefore: 9, numAfter: 0, includeAnchor: true }
  const fetch = { terms, form, anchor: { anchor: 'newest' }, window }
  const world = await startChatWorld({ store: await open() })
  const { key, email } = world.owner
  const actor = await world.chat.signIn({ email, key }, 'test')
  const idsAt = async (store: Awaited<ReturnType<typeof open>>) => {
    const { messages } = await fetchMessages({ ...world.chat, store }, actor, fetch)
    return (await readAll(messages)).map(({ id }) => id)
  }
  const other = await open()
  expect(await idsAt(other)).toEqual([])
  const id = await world.owner.say('a lantern')
  expect(await idsAt(other)).toEqual([id])
  await other.close()
  await world[Symbol.asyncDispose]()
  const later = await open()
  expect(await idsAt(later)).toEqual([id])
  await later.close()
})
