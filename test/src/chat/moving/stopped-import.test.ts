import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { exportChat } from '../../../../src/chat/moving/export/export-chat.ts'
import { type ArchiveReport, importArchive } from '../../../../src/chat/moving/import-archive.ts'
import { importChat } from '../../../../src/chat/moving/import/import-chat.ts'
import { unpackArchive } from '../../../../src/files/archive/unpack.ts'
import { DiskSpace } from '../../../../src/lib/disk-space.ts'
import type { Store } from '../../../../src/store/port.ts'
import { openSqlite } from '../../../../src/store/sqlite/sqlite.ts'
import { readExport, writeExport } from '../../../support/chat-export.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { makeConvertedArchive } from '../../../support/mattermost-producers.ts'
import { quietLog } from '../../../support/store-backend.ts'
import { zipOf } from '../../../support/zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-stopped-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SIZE = { people: 6, channels: 5, messages: 600, files: 2, fileBytes: 500, seed: 23 }
const sandbox = { run: async () => Promise.reject(new Error('no pictures')) }
const source = join(folder, 'source')
writeExport(source, SIZE)
const whole = readExport(source)

/** A store that loses its database before or after every so many writes, as a process does that is killed. */
function failingStore(store: Store, every: number): Store {
  let writes = 0
  return {
    ...store,
    async write(work) {
      writes += 1
      if (writes % every === 0) throw new Error('killed before')
      const value = await store.write(work)
      if (writes % every === every - 1) throw new Error('killed after')
      return value
    },
  }
}

async function exported(chat: Parameters<typeof exportChat>[0]) {
  const path = join(folder, `${Math.random()}.tar.gz`)
  await exportChat(chat, path)
  await unpackArchive(path, `${path}.out`, new DiskSpace({ folder, reserveBytes: 0 }))
  return readExport(join(`${path}.out`, 'export'))
}

test.each([3, 4, 7])(
  'an import that stops around every write number %i ends as if it had not',
  async (every) => {
    const store = await openSqlite({ path: join(folder, `${every}.sqlite`), log: quietLog })
    await using world = await startChatWorld({ store })
    const parts = { sandbox, folder: source, fingerprint: 'a' }
    let stops = 0
    for (let isDone = false; !isDone;) {
      const chat = { ...world.chat, store: failingStore(store, every) }
      isDone = await importChat({ ...parts, chat }).then(
        () => true,
        () => false,
      )
      stops += isDone ? 0 : 1
    }
    expect(stops).toBeGreaterThan(1)
    const again = await importChat({ ...parts, chat: world.chat })
    expect(again).toMatchObject({
      wasFinished: true,
      brought: { messages: SIZE.messages, people: 6 },
    })
    const { messages, flags, reactions, attachments } = await exported(world.chat)
    expect({ messages, flags, reactions, attachments }).toEqual({
      messages: whole.messages,
      flags: whole.flags,
      reactions: whole.reactions,
      attachments: whole.attachments,
    })
  },
)

test.each([5])(
  'an import of another format, with files, that stops around every write number %i ends as if it had not',
  async (every) => {
    const path = join(folder, `converted-${every}.zip`)
    writeFileSync(path, zipOf(makeConvertedArchive(6).files))
    const outcomes = []
    for (const isStopped of [false, true]) {
      await using world = await startChatWorld()
      const disk = new DiskSpace({ folder, reserveBytes: 0 })
      const store = isStopped ? failingStore(world.chat.store, every) : world.chat.store
      const chat = { ...world.chat, store }
      const parts = {
        chat,
        sandbox,
        path,
        folder: join(folder, `imports-${every}-${isStopped}`),
        disk,
        openStore: async () => Promise.reject(new Error('no trial')),
        isTrial: false,
      }
      let report: ArchiveReport | undefined
      let stops = 0
      while (!report) {
        report = await importArchive(parts).catch(() => undefined)
        stops += report ? 0 : 1
      }
      expect(stops > 1).toBe(isStopped)
      const { leftOutPath = '', wasFinished: _, ...counts } = report
      const content = await exported(world.chat)
      // Paths of uploads are secrets of their own in each.
      const text = JSON.stringify(content).replaceAll(/1\/[0-9a-f]{24}\//g, '')
      outcomes.push({ counts, text, leftOut: readFileSync(leftOutPath, 'utf8') })
    }
    expect(outcomes[1]).toEqual(outcomes[0])
  },
)

test('into a chat that is used, messages come behind those that are there, and name each other as before', async () => {
  await using world = await startChatWorld()
  const newcomer = await world.add('Zoe')
  for (let count = 0; count < 60; count += 1) await newcomer.say(`earlier ${count}`)
  await importChat({ chat: world.chat, sandbox, folder: source, fingerprint: 'b' })
  const { messages } = await exported(world.chat)
  const offset = messages.length - whole.messages.length
  expect(offset).toBe(60)
  const shift = (messages[60]?.id ?? 0) - (whole.messages[0]?.id ?? 0)
  expect(messages.slice(60).map(({ id }) => id - shift)).toEqual(whole.messages.map(({ id }) => id))
  const id = await newcomer.say('later')
  expect(id).toBeGreaterThan(messages.at(-1)?.id ?? 0)
  const unread = ok(await newcomer.register())['unread_msgs'] as { count: number }
  expect(unread.count).toBe(61)
})

test('what names a message that the export does not have comes to none of this chat', async () => {
  await using world = await startChatWorld()
  const newcomer = await world.add('Zoe')
  const before = await newcomer.say('mine')
  const odd = join(folder, 'odd')
  writeExport(odd, SIZE)
  const change = (name: string, table: string, fields: object) => {
    const content = JSON.parse(readFileSync(join(odd, name), 'utf8')) as Record<string, object[]>
    content[table] = (content[table] ?? []).map((row) => ({ ...row, ...fields }))
    writeFileSync(join(odd, name), JSON.stringify(content))
  }
  change('realm.json', 'zerver_reaction', { message: before })
  change('attachment.json', 'zerver_attachment', { messages: [before] })
  const parts = { chat: world.chat, sandbox, folder: odd, fingerprint: 'odd' }
  const { leftOut } = await importChat(parts)
  expect(leftOut['reactions to messages that are not there']).toBeGreaterThan(10)
  for (const table of ['chat_reaction', 'chat_attachment_message'] as const) {
    const rows = world.chat.store.db.selectFrom(table as 'chat_reaction').selectAll()
    expect(await rows.execute()).toEqual([])
  }
})

test('what was protected stays so, and who was away does not see what they missed', async () => {
  await using world = await startChatWorld()
  const { chat } = world
  await importChat({ chat, sandbox, folder: source, fingerprint: 'c' })
  const outsider = await world.add('Outsider')
  const hidden = whole.messages.filter(({ place }) => /^#channel (?:6|9) /.test(place))
  expect(hidden.length).toBeGreaterThan(10)
  const answer = await outsider.get('/messages', {
    message_ids: hidden.map(({ id }) => id),
    apply_markdown: false,
  })
  expect(ok(answer)['messages']).toEqual([])
})
