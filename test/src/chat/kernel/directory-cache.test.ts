import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { loadVersions, readVersions } from '../../../../src/chat/kernel/cache-versions.ts'
import {
  getCachedReader,
  getCachedReaderAt,
  readWithCache,
} from '../../../../src/chat/kernel/directory-cache.ts'
import type { Reader } from '../../../../src/chat/kernel/rows.ts'
import { reader, writeChat } from '../../../../src/chat/kernel/unit-of-work.ts'
import { loadRealm, storeRealm } from '../../../../src/chat/organization/store-realm.ts'
import { openSqlite } from '../../../../src/store/sqlite/sqlite.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { stopClock } from '../../../support/stopped-clock.ts'
import { quietLog } from '../../../support/store-backend.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

/** A world, and a way to change its file as another process would. */
async function startShared() {
  const path = join(folder, `${(files += 1)}.db`)
  const world = await startChatWorld({ store: await openSqlite({ path, log: quietLog }) })
  const changeElsewhere = async (change: string): Promise<void> => {
    using other = new DatabaseSync(path, { timeout: 5_000 })
    other.exec(change)
    // What comes from elsewhere comes in another turn of the event loop.
    await nextTurn()
  }
  return { world, changeElsewhere }
}

test('what another process changes is known to the next request', async () => {
  const { world, changeElsewhere } = await startShared()
  await using _ = world
  const alice = await world.add('Alice')
  const message = { type: 'channel', to: 'general', topic: 't', content: 'x' }
  ok(await alice.post('/messages', message))
  await changeElsewhere('update chat_channel set is_archived = 1')
  expect(await alice.post('/messages', message)).toMatchObject({ status: 400 })
  await changeElsewhere("update chat_user set is_active = 0 where full_name = 'Alice'")
  expect(await alice.get('/users/me')).toMatchObject({ code: 'USER_DEACTIVATED' })
})

test.each([
  ['chat_realm', "insert into chat_realm values ('name', '\"x\"')"],
  ['chat_user', 'update chat_user set avatar_version = 2'],
  ['chat_group', 'update chat_group set description = name'],
  ['chat_group_member', 'insert into chat_group_member values (3, 1)'],
  ['chat_group_subgroup', 'delete from chat_group_subgroup where group_id = 6'],
  ['chat_channel', 'update chat_channel set is_archived = 1'],
  ['chat_subscription', 'delete from chat_subscription'],
])('a change of %s ends what is remembered', async (_table, change) => {
  const { world, changeElsewhere } = await startShared()
  await using _ = world
  const before = await getCachedReader(world.chat)
  expect(await getCachedReader(world.chat)).toBe(before)
  await changeElsewhere(change)
  expect(await getCachedReader(world.chat)).not.toBe(before)
})

test('what is read before the cache is known to be out of date is read again', async () => {
  const { world, changeElsewhere } = await startShared()
  await using _ = world
  const { chat } = world
  await getCachedReader(chat)
  const seen: string[] = []
  const readName = async () =>
    readWithCache(chat, undefined, async (db) => {
      const { name } = await loadRealm(db)
      seen.push(name)
      if (name === 'Bellhop') throw new Error('Out of date.')
      return name
    })
  await expect(readName()).rejects.toThrow('Out of date.')
  await changeElsewhere("insert into chat_realm values ('name', '\"Renamed\"')")
  expect(await readName()).toBe('Renamed')
  expect(await readName()).toBe('Renamed')
  expect(seen).toEqual(['Bellhop', 'Bellhop', 'Renamed', 'Renamed'])
})

test('what an undone unit saw is not remembered', async () => {
  await using world = await startChatWorld()
  const undone = writeChat(world.chat, async ({ tx }) => {
    await storeRealm(tx, { name: 'Undone' })
    expect((await loadRealm(tx)).name).toBe('Undone')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await loadRealm(await getCachedReader(world.chat))).name).toBe('Bellhop')
})

test('whoever has changed something knows it at once, also where others look in the same turn', async () => {
  await using world = await startChatWorld()
  const before = await getCachedReader(world.chat)
  expect((await loadRealm(before)).name).toBe('Bellhop')
  await writeChat(world.chat, async ({ tx }) => {
    await storeRealm(tx, { name: 'Renamed' })
    // Somebody else's request, just before the commit.
    expect(await getCachedReader(world.chat)).toBe(before)
  })
  expect((await loadRealm(await getCachedReader(world.chat))).name).toBe('Renamed')
})

/** A reader whose queries are answered when `answer` resolves. */
function slowReader(db: Reader, answer: Promise<void>): { db: Reader; count(): number } {
  let begun = 0
  const executor = db.getExecutor()
  const slow = Object.create(executor, {
    adapter: { value: executor.adapter },
    executeQuery: {
      async value(query: Parameters<typeof executor.executeQuery>[0]) {
        begun += 1
        const rows = await executor.executeQuery(query)
        await answer
        return rows
      },
    },
  }) as typeof executor
  const { selectFrom, withRecursive } = db
  return {
    db: {
      selectFrom: selectFrom.bind(db),
      withRecursive: withRecursive.bind(db),
      getExecutor: () => slow,
    },
    count: () => begun,
  }
}

test('those who come while the counts are read share the next reading, which knows what came before it', async () => {
  const { world, changeElsewhere } = await startShared()
  await using _ = world
  const { store } = world.chat
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const { db, count } = slowReader(reader(world.chat), answer)
  const first = loadVersions(store, db)
  await changeElsewhere('update chat_user set avatar_version = 2')
  const others = [loadVersions(store, db), loadVersions(store, db)]
  await nextTurn()
  others.push(loadVersions(store, db))
  expect(count()).toBe(1)
  resolve()
  const [before, ...after] = await Promise.all([first, ...others])
  expect(count()).toBe(2)
  for (const versions of after) expect(versions.directory).toBeGreaterThan(before?.directory ?? 0)
})

/** A call whose account was looked up in an earlier turn of the event loop, and how often the counts are read from then on. */
async function beginCall() {
  const clock = stopClock()
  onTestFinished(() => clock[Symbol.dispose]())
  const shared = await startShared()
  const { store } = shared.world.chat
  const { db, count } = slowReader(reader(shared.world.chat), Promise.resolve())
  const { readAt, directory } = await loadVersions(store, db)
  await nextTurn()
  await nextTurn()
  const readings = count()
  const readAgain = async () => {
    const seen = await loadVersions(store, db, readAt)
    return { isReadAgain: count() > readings, isNewer: seen.directory > directory }
  }
  return { ...shared, readAgain, clock }
}

test('a call reads the counts once, and others read what came before them', async () => {
  const { world, readAgain, clock } = await beginCall()
  await using _ = world
  expect(await readAgain()).toMatchObject({ isReadAgain: false })
  clock.pass(1)
  const { db, count } = slowReader(reader(world.chat), Promise.resolve())
  // One that began later must know of what was done before it.
  await loadVersions(world.chat.store, db, performance.now())
  await nextTurn()
  await nextTurn()
  await loadVersions(world.chat.store, db)
  expect(count()).toBe(2)
})

test('a call reads them again after this process has changed something', async () => {
  const { world, readAgain } = await beginCall()
  await using _ = world
  await writeChat(world.chat, async ({ tx }) => storeRealm(tx, { name: 'Renamed' }))
  expect(await readAgain()).toEqual({ isReadAgain: true, isNewer: true })
})

test('a call reads them again once it takes long', async () => {
  const { world, changeElsewhere, readAgain, clock } = await beginCall()
  await using _ = world
  await changeElsewhere('update chat_user set avatar_version = 2')
  clock.pass(60)
  expect(await readAgain()).toEqual({ isReadAgain: true, isNewer: true })
})

test('a call reads them again after events have shown a later change', async () => {
  const { world, changeElsewhere, readAgain } = await beginCall()
  await using _ = world
  await getCachedReader(world.chat)
  await changeElsewhere('update chat_user set avatar_version = 2')
  const { directory } = await readVersions(reader(world.chat))
  getCachedReaderAt(world.chat, directory)
  expect(await readAgain()).toEqual({ isReadAgain: true, isNewer: true })
})
