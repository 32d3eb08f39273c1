import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { restoreBackup } from '../../../../src/app/backup/restore-backup.ts'
import { writeBackup } from '../../../../src/app/backup/write-backup.ts'
import { exportChat } from '../../../../src/chat/moving/export/export-chat.ts'
import { importChat } from '../../../../src/chat/moving/import/import-chat.ts'
import { rebuildWords } from '../../../../src/chat/narrow/rebuild-words.ts'
import { unpackArchive } from '../../../../src/files/archive/unpack.ts'
import { createTarWriter } from '../../../../src/files/archive/write-tar.ts'
import { localFiles } from '../../../../src/files/local.ts'
import { DiskSpace } from '../../../../src/lib/disk-space.ts'
import { openSqlite } from '../../../../src/store/sqlite/sqlite.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { readExport, writeExport } from '../../../support/chat-export.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { quietLog } from '../../../support/store-backend.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SIZE = { people: 6, channels: 4, messages: 120, files: 3, fileBytes: 2_000, seed: 11 }
const disk = new DiskSpace({ folder, reserveBytes: 0 })
const sandbox = { run: async () => Promise.reject(new Error('no pictures')) }
const now = () => new Date()

/** A chat on SQLite with some history, its backup, and what its export says. */
async function backedUp() {
  const source = join(folder, 'source')
  writeExport(source, SIZE)
  await using world = await startChatWorld({
    store: await openSqlite({ path: join(folder, 'first.sqlite'), log: quietLog }),
  })
  const { chat, owner } = world
  await importChat({ chat, sandbox, folder: source, fingerprint: 'a' })
  const dataDir = join(folder, 'data')
  mkdirSync(join(dataDir, 'agents'), { recursive: true })
  writeFileSync(join(dataDir, 'agents/one.json'), '{"key":"k"}')
  writeFileSync(join(dataDir, 'bellhop.sqlite'), 'left out')
  const path = join(folder, 'all.tar.gz')
  const parts = { store: chat.store, files: chat.files.store, dataDir, now }
  const report = await writeBackup(parts, path)
  await exportChat(chat, join(folder, 'before.tar.gz'))
  return { path, report, owner: { email: owner.email, key: owner.key } }
}

const first = await backedUp()

async function exported(file: string) {
  const to = `${file}.unpacked`
  await unpackArchive(file, to, disk)
  return readExport(join(to, 'export'))
}

test('holds rows, uploads and keys, and not the database file', () => {
  expect(first.report).toMatchObject({ files: 3, kept: 1, missing: 0 })
})

await onBothDatabases(({ kind, newLocation, open }) => {
  test(
    'what was backed up on SQLite is restored, checked, and used',
    { tags: 'full' },
    async () => {
      const dataDir = join(folder, `restored-${kind}`)
      mkdirSync(dataDir)
      const store = await open(newLocation())
      const files = localFiles(join(dataDir, 'files'))
      const parts = { store, files: files.store, dataDir, disk }
      const report = await restoreBackup(parts, first.path)
      expect(report).toMatchObject({ rows: first.report.rows, files: 3, kept: 1, stayed: [] })
      expect(readFileSync(join(dataDir, 'agents/one.json'), 'utf8')).toBe('{"key":"k"}')
      expect(await rebuildWords(store)).toBe(120)
      await using world = await startChatWorld({ store, owner: first.owner, files })
      const after = join(folder, `after-${kind}.tar.gz`)
      await exportChat(world.chat, after)
      expect(await exported(after)).toEqual(await exported(join(folder, 'before.tar.gz')))
      const id = await world.owner.say('after the restore')
      const found = {
        anchor: 'newest',
        num_before: 5,
        num_after: 0,
        narrow: [['search', 'restore']],
      }
      expect(ok(await world.owner.get('/messages', found))['messages']).toMatchObject([{ id }])
      await expect(restoreBackup(parts, first.path)).rejects.toMatchObject({
        code: 'invalid_input',
      })
    },
  )

  test('a damaged backup changes nothing', async () => {
    const bytes = readFileSync(first.path)
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff
    const damaged = join(folder, `damaged-${kind}.tar.gz`)
    writeFileSync(damaged, bytes)
    const dataDir = join(folder, `damaged-${kind}`)
    mkdirSync(dataDir)
    const store = await open(newLocation())
    const files = localFiles(join(dataDir, 'files')).store
    const parts = { store, files, dataDir, disk }
    await expect(restoreBackup(parts, damaged)).rejects.toMatchObject({ code: 'unparsable' })
    const groups = await store.db.selectFrom('chat_group').select('id').execute()
    expect(groups).toHaveLength(8)
    await store.close()
  })
})

test('a file that is not what the backup says of it is refused before anything is changed', async () => {
  const unpacked = join(folder, 'unpacked')
  await unpackArchive(first.path, unpacked, disk)
  const forged = join(folder, 'forged.tar.gz')
  const names = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  await using tar = await createTarWriter(forged, now)
  for (const { parentPath, name } of names) {
    const path = join(parentPath, name)
    const content = readFileSync(path)
    const isUpload = /[/\\]files[/\\]/.test(path)
    await tar.add(relative(unpacked, path), isUpload ? content.map((byte) => byte ^ 1) : content)
  }
  await tar.finish()
  const dataDir = join(folder, 'forged')
  mkdirSync(dataDir)
  const store = await openSqlite({ path: join(folder, 'forged.sqlite'), log: quietLog })
  const parts = { store, files: localFiles(join(dataDir, 'files')).store, dataDir, disk }
  await expect(restoreBackup(parts, forged)).rejects.toMatchObject({ code: 'unparsable' })
  expect(await store.db.selectFrom('chat_user').select('id').execute()).toEqual([])
  await store.close()
})
