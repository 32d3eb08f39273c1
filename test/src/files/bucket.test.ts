import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sweepFiles } from '../../../src/chat/files/sweep-files.ts'
import { openFiles } from '../../../src/files/open.ts'
import type { Files } from '../../../src/files/port.ts'
import { startBucket, type TestBucket } from '../../support/bucket.ts'
import { authorization, fetchPath, PNG, sendFiles, upload } from '../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../support/chat-world.ts'
import { announce, readSpace } from '../../support/upload-space.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-bucket-'))
const KEY = '0123456789abcdef0123456789abcdef'
let bucket: TestBucket
let files: Files
let location: string

beforeAll(async () => {
  bucket = await startBucket(folder)
  location = bucket.location
  for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value)
  files = await openFiles({ folder: join(folder, 'a'), location })
})
afterAll(async () => {
  await bucket[Symbol.asyncDispose]()
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

/** Two servers on one store and one bucket, without a common disk; both are asked as the owner. */
async function startTwo() {
  const at = async (name: string) => openFiles({ folder: join(folder, name), location })
  const first = await startChatWorld({ files: await at('c') })
  const { owner } = first
  const { store } = first.chat
  const second = await startChatWorld({ store, owner, files: await at('d') })
  const headers = { ...authorization(owner), 'tus-resumable': '1.0.0' }
  const worlds = [first, second] as const
  return {
    first,
    second,
    begin: async (bytes: number) =>
      (await announce(first, owner, bytes)).headers.get('location') ?? '',
    append: async (server: number, path: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
      (worlds[server] ?? first).request(`/${path}`, {
        method: 'PATCH',
        headers: {
          ...headers,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes,
      }),
    offsetAt: async (server: number, path: string) => {
      const response = (worlds[server] ?? first).request(`/${path}`, { method: 'HEAD', headers })
      return Number((await response).headers.get('upload-offset'))
    },
  }
}

const rivals = fc.record({ server: fc.nat(1), length: fc.integer({ min: 1, max: 20_000 }) })

test(
  'pieces may reach any server, and of those that begin at one place only one counts',
  { tags: 'full' },
  async () => {
    const { first, second, begin, append, offsetAt } = await startTwo()
    await using _ = first
    await using __ = second
    const all = fc.array(fc.array(rivals, { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(all, async (rounds) => {
        const last = [{ server: rounds.length % 2, length: 20_000 }]
        const size = rounds.length * 20_000 + 1
        const path = await begin(size)
        let expected = Buffer.alloc(0)
        let answered = new Response()
        while (expected.byteLength < size) {
          const offset = expected.byteLength
          const round = rounds.shift() ?? last
          const sent = round.map(({ server, length }, n) => ({
            server,
            bytes: new Uint8Array(Math.min(length, size - offset)).fill((offset + n) % 251),
          }))
          const answers = await Promise.all(
            sent.map(async ({ server, bytes }) => append(server, path, offset, bytes)),
          )
          const won = [...answers.entries()].filter(([, { ok: isTaken }]) => isTaken)
          expect(won).toHaveLength(1)
          const [[winner, answer] = [0, answered]] = won
          answered = answer
          expected = Buffer.concat([expected, sent[winner]?.bytes ?? Buffer.alloc(0)])
          expect([await offsetAt(0, path), await offsetAt(1, path)]).toEqual([
            expected.byteLength,
            expected.byteLength,
          ])
          expect((await append(1, path, offset, Uint8Array.of(0))).status).toBe(409)
        }
        const { url } = (await answered.json()) as { url: string }
        const stored = await fetchPath(first, first.owner, url)
        expect(Buffer.from(await stored.arrayBuffer()).equals(expected)).toBe(true)
      }),
      { numRuns: 8, seed: 7 },
    )
    // What the others sent, and what was joined, is gone, and its space is free.
    const { counted, recorded, reserved } = await readSpace(first.chat)
    expect([counted, reserved.size]).toEqual([recorded, 0])
    const pieces = await first.chat.store.db.selectFrom('chat_upload_piece').selectAll().execute()
    expect(pieces).toEqual([])
  },
)

test('pieces of an upload that is given up are removed', async () => {
  const { first, second, begin, append } = await startTwo()
  await using _ = first
  await using __ = second
  const paths = [await begin(10), await begin(10)]
  for (const path of paths) {
    expect((await append(1, path, 0, Uint8Array.of(1, 2, 3))).status).toBe(204)
  }
  const headers = { ...authorization(first.owner), 'tus-resumable': '1.0.0' }
  const removed = await first.request(`/${paths[0]}`, { method: 'DELETE', headers })
  expect(removed.status).toBe(204)
  // Continued within its time, and swept after it.
  first.pass(2 * 3_600)
  await sweepFiles(first.chat)
  expect((await readSpace(first.chat)).reserved.size).toBe(2)
  first.pass(25 * 3_600)
  await sweepFiles(first.chat)
  expect((await readSpace(first.chat)).reserved.size).toBe(0)
})
