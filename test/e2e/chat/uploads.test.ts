// @module-tag full
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { serveBellhop, tempDir } from '../../support/bellhop.ts'
import { uploadUnderFire } from '../../support/tus-kill.ts'

test('an upload that a client of tus goes on with after each kill of the server arrives byte by byte', async () => {
  const report = await uploadUnderFire(24, 2)
  expect(report).toMatchObject({ kills: 2, isExact: true })
  expect(report.resumedAt.length).toBeGreaterThanOrEqual(2)
  // It went on where it was, rather than from the beginning.
  expect(report.resumedAt.at(-1)).toBeGreaterThan(0)
})

test('an upload that goes on at another server while the first still hears of it arrives byte by byte', async () => {
  using dir = tempDir()
  const args = ['--data-dir', dir.path, '--toolsets', 'chat', '--chat-rate-limits', 'off']
  await using one = await serveBellhop(args)
  await using other = await serveBellhop(args)
  const { email, key } = one.owner()
  const headers = {
    authorization: `Basic ${btoa(`${email}:${key}`)}`,
    'tus-resumable': '1.0.0',
  }
  const bytes = randomBytes(300_000)
  const length = { 'upload-length': String(bytes.length) }
  const made = await fetch(`${one.url}/api/v1/tus`, {
    method: 'POST',
    headers: { ...headers, ...length, 'upload-metadata': `filename ${btoa('a.bin')}` },
  })
  const path = new URL(made.headers.get('location') ?? '', `${one.url}/api/v1/tus`).pathname
  const piece = { ...headers, 'content-type': 'application/offset+octet-stream' }
  const stuck = request(`${one.url}${path}`, {
    method: 'PATCH',
    headers: { ...piece, 'upload-offset': '0' },
  })
  const ended = once(stuck, 'response')
  stuck.write(bytes.subarray(0, 100_000))
  const offset = await vi.waitFor(async () => {
    const head = await fetch(`${other.url}${path}`, { method: 'HEAD', headers })
    expect(Number(head.headers.get('upload-offset'))).toBe(100_000)
    return 100_000
  })
  const half = await fetch(`${other.url}${path}`, {
    method: 'PATCH',
    headers: { ...piece, 'upload-offset': String(offset) },
    body: bytes.subarray(offset, 200_000),
  })
  expect(half.headers.get('upload-offset')).toBe('200000')
  // What was still on its way to the first server.
  stuck.write(bytes.subarray(100_000, 150_000))
  const rest = await fetch(`${other.url}${path}`, {
    method: 'PATCH',
    headers: { ...piece, 'upload-offset': '200000' },
    body: bytes.subarray(200_000),
  })
  const { url } = (await rest.json()) as { url: string }
  stuck.end(bytes.subarray(150_000))
  await ended
  const served = await fetch(`${one.url}${url}`, { headers })
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
})
