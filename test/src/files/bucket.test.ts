import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openFiles } from '../../../src/files/open.ts'
import type { Files } from '../../../src/files/port.ts'
import { fetchPath, PNG, sendFiles, upload } from '../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../support/chat-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-bucket-'))
const KEY = '0123456789abcdef0123456789abcdef'
let server: S3rver
let files: Files
let location: string

beforeAll(async () => {
  // What this server takes; the SDK looks for them in the environment.
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'team' }],
  })
  const { port } = await server.run()
  location = `s3://team/chat?endpoint=http://127.0.0.1:${port}`
  files = await openFiles({ folder: join(folder, 'a'), location })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
  vi.unstubAllEnvs()
})

test('a file goes into the bucket whole, comes out in part, and is removed', async () => {
  const { incoming, store } = files
  const content = Buffer.alloc(3_000_000, 'bucket ')
  async function* bytes() {
    yield content.subarray(0, 2_000_000)
    yield content.subarray(2_000_000)
  }
  await incoming.append(KEY, 0, bytes())
  await store.keep(KEY, incoming.path(KEY))
  expect(await incoming.size(KEY)).toBe(undefined)
  const sha = (data: Buffer) => createHash('sha256').update(data).digest('hex')
  expect(sha(await buffer(await store.read(KEY)))).toBe(sha(content))
  const part = await buffer(await store.read(KEY, { start: 7, end: 12 }))
  expect(part.toString()).toBe('bucket')
  expect(existsSync(join(folder, 's3', 'team', 'chat'))).toBe(true)
  await store.remove(KEY)
  await store.remove(KEY)
  await expect(store.read(KEY)).rejects.toMatchObject({ code: 'unavailable' })
})

test('the chat keeps its uploads there', async () => {
  await using world = await startChatWorld({ files })
  const url = await upload(world, world.owner, 'a.txt', 'hello bucket')
  const part = await fetchPath(world, world.owner, url, { headers: { range: 'bytes=6-' } })
  expect([part.status, await part.text()]).toEqual([206, 'bucket'])
  const { url: picture } = ok(await sendFiles(world, world.owner, [{ name: 'x', content: PNG }]))
  const served = await fetchPath(world, world.owner, picture as string)
  expect(served.headers.get('content-type')).toBe('image/png')
  const empty = await upload(world, world.owner, 'empty', '')
  expect(await (await fetchPath(world, world.owner, empty)).text()).toBe('')
  ok(await world.owner.delete('/attachments/1'))
  expect((await fetchPath(world, world.owner, url)).status).toBe(404)
})

test('a bucket that cannot be reached is no fault of the caller, and nothing is lost', async () => {
  const nowhere = location.replace('/team/', '/no-such-bucket/')
  const lost = await openFiles({ folder: join(folder, 'b'), location: nowhere })
  await using world = await startChatWorld({ files: lost })
  const sent = await sendFiles(world, world.owner, [{ name: 'a.txt', content: 'x' }])
  expect(sent).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
  expect(ok(await world.owner.get('/attachments'))['attachments']).toEqual([])
})
