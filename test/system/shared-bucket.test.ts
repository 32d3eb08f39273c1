import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Account, type Served, serveBellhop, tempDir } from '../support/bellhop.ts'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import { expectWholeUpload } from '../support/large-upload.ts'
import { startPostgres } from '../support/postgres.ts'
import { shippedCaddy, shippedNginx, startCaddy, startNginx } from '../support/proxies.ts'

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
      await expectWholeUpload(owner, PIECE_BYTES, {
        fronts: [nginx.url, caddy.url, ...servers.map((one) => one.url)],
        readAt: caddy.url,
      })
    })
  },
)
