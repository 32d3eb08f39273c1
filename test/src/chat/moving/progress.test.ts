import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportChat } from '../../../../src/chat/moving/export/export-chat.ts'
import { importChat } from '../../../../src/chat/moving/import/import-chat.ts'
import { readProgress } from '../../../../src/chat/moving/progress.ts'
import { writeExport } from '../../../support/chat-export.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

const SIZE = { people: 5, channels: 3, messages: 60, files: 1, fileBytes: 100, seed: 3 }

test('how far an import and an export have come is told while they run and after', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-progress-'))
  await using world = await startChatWorld()
  const { chat, owner } = world
  const progress = async () => readProgress(chat)
  expect(await progress()).toEqual({ exports: [], imports: [] })
  writeExport(join(folder, 'source'), SIZE)
  const seen: Awaited<ReturnType<typeof progress>>['imports'] = []
  const sandbox = { run: async () => Promise.reject(new Error('no pictures')) }
  const watch = async () => {
    const { imports } = await progress()
    if (imports[0]) seen.push(imports[0])
  }
  const timer = setInterval(() => void watch(), 1)
  const parts = { chat, sandbox, folder: join(folder, 'source'), fingerprint: 'a'.repeat(64) }
  await importChat(parts)
  clearInterval(timer)
  const [done] = (await progress()).imports
  expect(done).toMatchObject({
    id: 'a'.repeat(12),
    isFinished: true,
    brought: { messages: 60, people: 5 },
    atMs: chat.now().getTime(),
  })
  expect(done?.files).toBe(done?.total)
  expect(done?.total).toBeGreaterThan(0)
  expect(seen.some(({ isFinished }) => !isFinished)).toBe(true)

  ok(await owner.post('/export/realm', { export_type: 'public' }))
  expect((await progress()).exports).toMatchObject([{ written: 0, total: 0 }])
  const courses: [number, number][] = []
  await exportChat(chat, join(folder, 'out.tar.gz'), 'public', (...course) => {
    courses.push(course)
  })
  expect(courses.length).toBeGreaterThan(0)
  expect(courses.at(-1)?.[1]).toBeGreaterThanOrEqual(60)
  rmSync(folder, { recursive: true, force: true })
})
