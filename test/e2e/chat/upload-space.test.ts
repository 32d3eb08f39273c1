// @module-tag full
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { countTakenBytes } from '../../../src/chat/files/quota.ts'
import { sweepFiles } from '../../../src/chat/files/sweep-files.ts'
import { reader } from '../../../src/chat/kernel/unit-of-work.ts'
import { localFiles } from '../../../src/files/local.ts'
import { bellhop, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { authorization } from '../../support/chat-uploads.ts'
import { startChatWorld } from '../../support/chat-world.ts'
import { openStoreOf } from '../../support/database.ts'
import { sizesIn, writeForm } from '../../support/upload-space.ts'

const ANNOUNCED_BYTES = 50 * 1024 * 1024
const SENT_BYTES = 2_000_000

test('a server killed amid uploads keeps their space for an hour or a day, then gives it back', async () => {
  using dir = tempDir()
  const folder = join(dir.path, 'files')
  const args = ['--data-dir', dir.path]
  await using server = await serveBellhop(['--toolsets', 'chat', ...args])
  const owner = server.owner()
  const headers = { ...authorization(owner), 'tus-resumable': '1.0.0' }
  const pieces = { ...headers, 'content-type': 'application/offset+octet-stream' }
  const begun = await fetch(`${server.url}/api/v1/tus`, {
    method: 'POST',
    headers: { ...pieces, 'upload-length': String(ANNOUNCED_BYTES) },
    body: 'x'.repeat(1_000),
  })
  expect(begun.status).toBe(201)
  const sending = request(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: {
      ...authorization(owner),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': ANNOUNCED_BYTES,
    },
  })
  sending.on('error', () => {})
  sending.write(writeForm('a', SENT_BYTES).subarray(0, -10))
  const arrived = () => [...sizesIn(folder).values()].reduce((all, one) => all + one, 0)
  await vi.waitFor(() => expect(arrived()).toBeGreaterThan(SENT_BYTES / 2))
  const gone = once(server.process, 'exit')
  server.process.kill('SIGKILL')
  await gone
  sending.destroy()
  const report = await bellhop(['doctor', ...args])
  expect(report.stdout).toContain('100.0 MiB of 5120 MiB')
  await using world = await startChatWorld({
    store: await openStoreOf(dir.path),
    owner,
    files: localFiles(folder),
  })
  const sweepAfter = async (hours: number) => {
    const nowMs = Date.now()
    world.pass((nowMs - world.chat.now().getTime()) / 1_000 + hours * 3_600)
    await sweepFiles(world.chat)
    return { files: sizesIn(folder).size, taken: await countTakenBytes(reader(world.chat)) }
  }
  expect(await sweepAfter(0.5)).toEqual({ files: 2, taken: 2 * ANNOUNCED_BYTES })
  expect(await sweepAfter(2)).toEqual({ files: 1, taken: ANNOUNCED_BYTES })
  expect(await sweepAfter(25)).toEqual({ files: 0, taken: 0 })
})
