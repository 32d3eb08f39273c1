import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../../../src/lib/log.ts'
import { pagesOnDemand } from '../../../../src/net/cache/open.ts'
import { seeds } from '../../../support/full.ts'
import { createLocalFetch } from '../../../support/local-fetch.ts'
import { type PageServer, startPageServer } from '../../../support/page-server.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'

const CODINGS = {
  identity: (body: Buffer) => body,
  gzip: (body: Buffer) => gzipSync(body),
  br: (body: Buffer) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
}
const MAX_BYTES = 40_000

let server: PageServer
let sent: Buffer = Buffer.alloc(0)
let coding: keyof typeof CODINGS = 'identity'
beforeAll(async () => {
  server = await startPageServer({
    '/page': {
      headers: { 'cache-control': 'max-age=100' },
      body: (_, response) => {
        response.writeHead(200, { 'content-encoding': coding })
        response.end(sent)
      },
    },
    '/moved': { status: 302, headers: { location: '/page' }, body: 'x'.repeat(5_000) },
  })
})
afterAll(() => server.close())

const log = createLog('silent')
const fetch = createLocalFetch({
  allowHosts: ['127.0.0.1'],
  userAgent: 'Bellhop/test',
  log,
  pages: pagesOnDemand({ now: () => 0, log }),
})

/** Bytes that a fetch says have come, and its error. */
async function countArriving(path: string, owner?: string) {
  let bytes = 0
  const failure = await fetch(server.origin + path, {
    signal: AbortSignal.timeout(PATIENCE_MS),
    maxBytes: MAX_BYTES,
    arrived: (piece) => void (bytes += piece),
    ...(owner === undefined ? {} : { cache: { maxAgeS: 100, owner } }),
  }).then(
    () => undefined,
    (thrown: { code: string }) => thrown.code,
  )
  return { bytes, failure }
}

test('bytes are told as they come over the network: before they are decoded, also of what is refused', async () => {
  const body = fc.record({
    coded: fc.constantFrom('identity', 'gzip', 'br'),
    text: fc.string({ maxLength: 200 }),
    times: fc.integer({ min: 1, max: 400 }),
    path: fc.constantFrom('/page', '/moved'),
  })
  await fc.assert(
    fc.asyncProperty(body, async ({ coded, text, times, path }) => {
      coding = coded
      const whole = Buffer.from(text.repeat(times))
      sent = CODINGS[coded](whole)
      const { bytes, failure } = await countArriving(path)
      const isTooLarge = whole.byteLength > MAX_BYTES
      expect(failure).toBe(isTooLarge ? 'too_large' : undefined)
      // Of what is refused at least as much has come as may, unless it was packed.
      const least = coded === 'identity' ? MAX_BYTES : 1
      expect(bytes).toBeGreaterThanOrEqual(isTooLarge ? least : sent.byteLength)
      expect(bytes).toBeLessThanOrEqual(sent.byteLength)
    }),
    { numRuns: seeds(12, 200) },
  )
})

test('a copy that is kept brings nothing', async () => {
  coding = 'gzip'
  sent = gzipSync('kept')
  expect(await countArriving('/page', 'ada')).toMatchObject({ bytes: sent.byteLength })
  expect(await countArriving('/page', 'ada')).toEqual({ bytes: 0, failure: undefined })
})
