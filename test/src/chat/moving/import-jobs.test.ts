import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ImportJobs } from '../../../../src/chat/moving/import-jobs.ts'
import { DiskSpace } from '../../../../src/lib/disk-space.ts'
import { openSqlite } from '../../../../src/store/sqlite/sqlite.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { sendFiles } from '../../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { makeMattermostArchive } from '../../../support/mattermost-archive.ts'
import { quietLog } from '../../../support/store-backend.ts'
import { zipOf } from '../../../support/zip.ts'

test('an upload of its owner is tried, then imported, one after the other, and what is no archive is refused by name', async () => {
  await using world = await startChatWorld()
  using dir = tempDir()
  const folder = join(dir.path, 'imports')
  const jobs = new ImportJobs({
    chat: world.chat,
    sandbox: { run: async () => Promise.reject(new Error('no pictures')) },
    folder,
    disk: new DiskSpace({ folder: dir.path, reserveBytes: 0 }),
    openStore: async (path) => openSqlite({ path, log: quietLog }),
  })
  expect(await jobs.list()).toEqual([])
  const { files, rowCount } = makeMattermostArchive(3)
  const content = new Uint8Array(zipOf(files))
  const sent = ok(await sendFiles(world, world.owner, [{ name: 'team.zip', content }]))
  const pathId = String(sent['url']).replace('/user_uploads/', '')
  const other = await world.add('Other')
  await expect(jobs.take(other.id, pathId)).rejects.toMatchObject({ code: 'not_found' })
  const archive = await jobs.take(world.owner.id, pathId)
  expect(await jobs.list()).toEqual([{ name: archive, bytes: content.byteLength }])
  await expect(jobs.start('../team.zip', true)).rejects.toMatchObject({ code: 'not_found' })

  const finish = async () => vi.waitFor(() => expect(jobs.job?.isRunning).toBe(false))
  await jobs.start(archive, true)
  await expect(jobs.start(archive, false)).rejects.toMatchObject({ code: 'invalid_input' })
  await finish()
  const tried = jobs.job?.report
  expect(tried).toMatchObject({ source: 'Mattermost', messagesFound: rowCount })
  expect((await world.chat.store.db.selectFrom('chat_import').selectAll().execute()).length).toBe(0)
  await jobs.start(archive, false)
  await finish()
  expect({ ...jobs.job?.report, leftOutPath: '' }).toEqual({ ...tried, leftOutPath: '' })

  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'other.zip'), zipOf({ 'rocketchat_message.bson': '' }))
  await jobs.start('other.zip', true)
  await finish()
  expect(jobs.job?.failure).toContain('This is an archive of Rocket.Chat.')
  expect(jobs.job?.report).toBeUndefined()
})
