// @module-tag full
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { exportChat } from '../../../../src/chat/moving/export/export-chat.ts'
import { importArchive } from '../../../../src/chat/moving/import-archive.ts'
import { importChat } from '../../../../src/chat/moving/import/import-chat.ts'
import { unpackArchive } from '../../../../src/files/archive/unpack.ts'
import { DiskSpace } from '../../../../src/lib/disk-space.ts'
import { openSqlite } from '../../../../src/store/sqlite/sqlite.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { readExport, writeExport } from '../../../support/chat-export.ts'
import { startChatWorld } from '../../../support/chat-world.ts'
import { makeConvertedArchive } from '../../../support/mattermost-producers.ts'
import { makePublicArchive } from '../../../support/public-archive.ts'
import { quietLog } from '../../../support/store-backend.ts'
import { zipOf } from '../../../support/zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-moving-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SIZE = { people: 12, channels: 9, messages: 300, files: 4, fileBytes: 2_000, seed: 7 }
const disk = new DiskSpace({ folder, reserveBytes: 0 })
const sandbox = { run: async () => Promise.reject(new Error('no pictures')) }

let count = 0
const newFolder = () => join(folder, String((count += 1)))

async function exported(chat: Parameters<typeof exportChat>[0]) {
  const [path, to] = [`${newFolder()}.tar.gz`, newFolder()]
  await exportChat(chat, path)
  await unpackArchive(path, to, disk)
  return readExport(join(to, 'export'))
}

/** Without what the new chat had of its own: its owner and its bot. */
function withoutOwn<T extends { people: string[]; subscriptions: string[]; channels: unknown[][] }>(
  read: T,
): T {
  const isOwn = (text: string) => text.includes('@chat.test')
  return {
    ...read,
    people: read.people.filter((email) => !isOwn(email)),
    subscriptions: read.subscriptions.filter((text) => !isOwn(text)),
    channels: read.channels.filter(([name]) => name !== 'general'),
  }
}

await onBothDatabases(({ newLocation, open }) => {
  test('what was exported, imported and exported again is the same', async () => {
    const source = newFolder()
    writeExport(source, SIZE)
    const store = await open(newLocation())
    await using world = await startChatWorld({ store })
    const { chat } = world
    const report = await importChat({ chat, sandbox, folder: source, fingerprint: 'a' })
    expect(report.brought).toMatchObject({ messages: 300, people: 12, channels: 9, uploads: 4 })
    expect(report.leftOut).toEqual({
      'entries of the audit log': 2,
      'rows of zerver_somethingnew': 1,
    })
    expect(withoutOwn(await exported(chat))).toEqual(readExport(source))
  })

  test('a trial says what an import into a chat that is used then does', async () => {
    const store = await open(newLocation())
    await using world = await startChatWorld({ store })
    const newcomer = await world.add('Ann')
    await newcomer.say('earlier')
    for (const make of [makePublicArchive, makeConvertedArchive]) {
      const path = newFolder()
      writeFileSync(path, zipOf(make(3).files))
      const run = async (isTrial: boolean) => {
        const { leftOutPath, ...report } = await importArchive({
          chat: world.chat,
          sandbox,
          path,
          folder,
          disk,
          openStore: async (at) => openSqlite({ path: at, log: quietLog }),
          isTrial,
        })
        return { ...report, leftOut: readFileSync(leftOutPath ?? '', 'utf8') }
      }
      const tried = await run(true)
      expect(await run(false)).toEqual(tried)
    }
  })
})
