import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type Served, serveBellhop, tempDir } from '../support/bellhop.ts'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import { authorization } from '../support/chat-uploads.ts'
import { startPostgres } from '../support/postgres.ts'
import { shippedCaddy, shippedNginx, startCaddy, startNginx } from '../support/proxies.ts'

const UPLOAD_BYTES = 50_000_000
const PIECE_BYTES = 6_000_000

const server = await startPostgres()

describe.skipIf(!server)(
  'two servers on one Postgres and one bucket, each with a disk of its own',
  () => {
    const dir = tempDir()
    const servers: Served[] = []
    let bucket: TestBucket
    let owner: Account

    beforeAll(async () => {
      bucket = await startBucket(dir.path)
      const env = { BELLHOP_DATABASE_URL: server?.newUrl() ?? '', ...bucket.env }
      const args = ['--upload-store', bucket.location, '--chat-rate-limits', 'off']
      for (let n = 0; n < 2; n += 1) {
        servers.push(await serveBellhop([...args, '--trusted-proxies', '1'], env))
      }
      owner = (servers[0] as Served).owner()
    }, 120_000)

    afterAll(async () => {
      await Promise.all(servers.map(async (one) => one[Symbol.asyncDispose]()))
      await bucket[Symbol.asyncDispose]()
      await server?.[Symbol.asyncDispose]()
      dir[Symbol.dispose]()
    }, 60_000)

    test('a large upload arrives piece by piece through nginx, Caddy and past them, and comes back whole', async () => {
      const targets = servers.map((one) => new URL(one.url).host)
      await using nginx = await startNginx(shippedNginx, targets.join(' '))
      await using caddy = await startCaddy(shippedCaddy, targets.join(' '))
      const fronts = [nginx.url, caddy.url, ...servers.map((one) => one.url)]
      const headers = { ...authorization(owner), 'tus-resumable': '1.0.0' }
      const file = randomBytes(UPLOAD_BYTES)
      const made = await fetch(`${nginx.url}/api/v1/tus`, {
        method: 'POST',
        headers: {
          ...headers,
          'upload-length': String(UPLOAD_BYTES),
          'upload-metadata': `filename ${btoa('noise.bin')}`,
        },
      })
      expect(made.status).toBe(201)
      const { pathname } = new URL(made.headers.get('location') ?? '', nginx.url)
      let answer = made
      for (let at = 0, n = 0; at < UPLOAD_BYTES; at += PIECE_BYTES, n += 1) {
        answer = await fetch(new URL(pathname, fronts[n % fronts.length]), {
          method: 'PATCH',
          headers: {
            ...headers,
            'upload-offset': String(at),
            'content-type': 'application/offset+octet-stream',
          },
          body: file.subarray(at, at + PIECE_BYTES),
        })
        expect(answer.headers.get('upload-offset')).toBe(
          String(Math.min(UPLOAD_BYTES, at + PIECE_BYTES)),
        )
      }
      const { url } = (await answer.json()) as { url: string }
      const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
      const stored = await fetch(new URL(url, caddy.url), { headers: authorization(owner) })
      expect(hash(new Uint8Array(await stored.arrayBuffer()))).toBe(hash(file))
    })
  },
)
