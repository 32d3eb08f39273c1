import { randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CLI, cleanEnv, type Served, serveBellhop, tempDir } from '../support/bellhop.ts'
import { CLIENTS, type McpClient } from '../support/clients.ts'
import {
  type OtlpReceiver,
  type ReceivedSpan,
  startOtlpReceiver,
} from '../support/otlp-receiver.ts'
import { startPostgres } from '../support/postgres.ts'
import { type RoundRobin, startRoundRobin } from '../support/round-robin.ts'

const SENDS = 6
const INSTANCES = 2
/** Headers by which requests are followed: none of them may leave. */
const FOLLOWING = /^(?:traceparent|tracestate|baggage|b3|x-b3-.*|x-request-id|uber-trace-id)$/
const KEY = 'collector-key-of-a-test'

const postgres = await startPostgres()
if (!postgres) process.stderr.write('SKIPPED: traces over two instances need Postgres\n')

const otelEnv = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${KEY}`,
  OTEL_BSP_SCHEDULE_DELAY: '100',
  OTEL_METRIC_EXPORT_INTERVAL: '300',
})

const newTrace = () => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
})

/** Whether the spans above one lead to the span of the client. */
function leadsTo(spanId: string, span: ReceivedSpan, spans: readonly ReceivedSpan[]): boolean {
  if (span.parentSpanId === spanId) return true
  const above = spans.find((one) => one.spanId === span.parentSpanId)
  return above !== undefined && leadsTo(spanId, above, spans)
}

describe.skipIf(!postgres)('two servers on one Postgres that send to a collector', () => {
  const dir = tempDir()
  const servers: Served[] = []
  let collector: OtlpReceiver
  let proxy: RoundRobin
  let authorization: string

  beforeAll(async () => {
    collector = await startOtlpReceiver()
    const env = { BELLHOP_DATABASE_URL: postgres?.newUrl() ?? '', ...otelEnv(collector.url) }
    const args = ['--data-dir', dir.path, '--toolsets', 'all']
    for (let n = 0; n < INSTANCES; n += 1) servers.push(await serveBellhop(args, env))
    proxy = await startRoundRobin(() => servers.map(({ url }) => url))
    authorization = `Bearer ${servers[0]?.owner().key}`
  })
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]()
    await Promise.all(servers.map(async (one) => one[Symbol.asyncDispose]()))
    await collector[Symbol.asyncDispose]()
    await postgres?.[Symbol.asyncDispose]()
    dir[Symbol.dispose]()
  })

  async function sendAll(client: McpClient, topic: string, traceparent: string): Promise<void> {
    for (let n = 0; n < SENDS; n += 1) {
      const sent = await client.callTool({
        name: 'send_message',
        arguments: { channel: 'general', topic, content: `number ${n}` },
        _meta: { traceparent },
      })
      expect(sent.isError, JSON.stringify(sent)).not.toBe(true)
    }
  }

  const spansOf = async (traceId: string, name: string, count: number) =>
    vi.waitFor(() => {
      const spans = collector.spans.filter((span) => span.traceId === traceId)
      expect(spans.filter((span) => span.name === name)).toHaveLength(count)
      return spans
    }, 15_000)

  test.each(CLIENTS)(
    '%s: its sends are one trace, whichever servers they reach',
    async (name, connect) => {
      const { traceId, spanId } = newTrace()
      const traceparent = `00-${traceId}-${spanId}-01`
      const headers = { authorization, traceparent }
      const client = await connect({ url: `${proxy.url}/mcp`, headers })
      await sendAll(client, name, traceparent)
      await client.close()
      const spans = await spansOf(traceId, 'send_message', SENDS)
      await vi.waitFor(() => {
        const all = collector.spans.filter((span) => span.traceId === traceId)
        for (const span of all) expect(leadsTo(spanId, span, all), span.name).toBe(true)
      }, 15_000)
      const handlers = new Set(spans.map(({ instance }) => instance))
      expect(handlers.size).toBe(INSTANCES)
      const sends = spans.filter(({ name: called }) => called === 'send_message')
      expect(new Set(sends.map(({ facts }) => facts['bellhop.outcome']))).toEqual(new Set(['ok']))
    },
  )

  test.each(CLIENTS)('%s: what stands in _meta alone is enough', async (name, connect) => {
    const { traceId, spanId } = newTrace()
    const client = await connect({ url: `${proxy.url}/mcp`, headers: { authorization } })
    await sendAll(client, `${name} by _meta`, `00-${traceId}-${spanId}-01`)
    await client.close()
    const sends = await spansOf(traceId, 'send_message', SENDS)
    expect(sends.filter(({ name: called }) => called === 'send_message')).toHaveLength(SENDS)
    for (const span of sends) expect(leadsTo(spanId, span, sends), span.name).toBe(true)
  })

  test('spans have the route, not the address', async () => {
    const { traceId, spanId } = newTrace()
    const headers = { traceparent: `00-${traceId}-${spanId}-01` }
    await fetch(`${servers[0]?.url}/user_uploads/temporary/secret/name.txt`, { headers })
    await fetch(`${servers[0]?.url}/api/v1/users/17`, { headers })
    await vi.waitFor(() => {
      const spans = collector.spans.filter((span) => span.traceId === traceId)
      expect(spans.map(({ name }) => name)).toEqual(
        expect.arrayContaining([expect.stringContaining('/api/v1/users/:email')]),
      )
      expect(JSON.stringify(spans)).not.toContain('secret')
    }, 15_000)
  })

  test('a traceparent that is none begins a trace of its own', async () => {
    const zeros = `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`
    const { traceId } = newTrace()
    for (const traceparent of [zeros, 'x', `ff-${traceId}-${'1'.repeat(16)}-01`, '00-1-2-3']) {
      const answer = await fetch(`${servers[0]?.url}/nothing`, { headers: { traceparent } })
      expect(answer.status).toBe(404)
    }
    await vi.waitFor(() => {
      const roots = collector.spans.filter(({ name, facts }) => name === 'GET /*' && facts)
      expect(roots.length).toBeGreaterThanOrEqual(4)
      for (const { traceId: own, parentSpanId } of roots) {
        expect([parentSpanId, /^0+$/.test(own), own === traceId]).toEqual([undefined, false, false])
      }
    }, 15_000)
  })

  test('metrics arrive as /metrics has them, and the collector gets its key', async () => {
    await vi.waitFor(() => {
      expect(collector.metrics.get('bellhop_calls_total')?.sum?.isMonotonic).toBe(true)
      expect(collector.metrics.get('bellhop_uptime_seconds')?.gauge?.dataPoints).toHaveLength(1)
      const points = collector.metrics.get('bellhop_call_seconds')?.histogram?.dataPoints ?? []
      expect(points.length).toBeGreaterThan(0)
      for (const { count, bucketCounts = [], explicitBounds = [] } of points) {
        const sum = bucketCounts.reduce<number>((total, one) => total + Number(one), 0)
        expect([sum, bucketCounts.length]).toEqual([Number(count), explicitBounds.length + 1])
        expect(bucketCounts.every((one) => Number(one) >= 0)).toBe(true)
      }
    }, 15_000)
    expect([...collector.keys]).toEqual([`Bearer ${KEY}`])
    const scraped = await (await fetch(`${servers[0]?.url}/metrics`)).text()
    for (const name of collector.metrics.keys()) expect(scraped).toContain(`# TYPE ${name} `)
  })
})

test('a client on stdio finds what its calls do in its own trace, and nothing that follows them leaves', async () => {
  await using collector = await startOtlpReceiver()
  using dir = tempDir()
  const received: IncomingHttpHeaders[] = []
  const site = createServer(({ headers }, response) => {
    received.push(headers)
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Page</title><article><p>${'Words of a page. '.repeat(40)}</p></article>`)
  })
  await new Promise<void>((listening) => {
    site.listen(0, '127.0.0.1', listening)
  })
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  const [, , [, connect]] = CLIENTS as [unknown, unknown, (typeof CLIENTS)[number]]
  const [command, entry] = CLI
  const env = cleanEnv({ ...otelEnv(collector.url), BELLHOP_DATA_DIR: dir.path })
  const client = await connect({ command, args: [entry, '--allow-hosts', host], env })
  const { traceId, spanId } = newTrace()
  const _meta = {
    traceparent: `00-${traceId}-${spanId}-01`,
    tracestate: 'a=b',
    baggage: 'secret=1',
  }
  const read = { name: 'extract', arguments: { url: `http://${host}/page` }, _meta }
  expect((await client.callTool(read)).isError).not.toBe(true)
  await client.close()
  site.close()
  await vi.waitFor(() => {
    const spans = collector.spans.filter((span) => span.traceId === traceId)
    expect(spans.find(({ name }) => name === 'extract')).toMatchObject({ parentSpanId: spanId })
    expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['fetch', 'parse']))
    for (const span of spans) expect(leadsTo(spanId, span, spans), span.name).toBe(true)
    // No span says more of what was read than which step it was.
    expect(JSON.stringify(spans)).not.toContain('/page')
  }, 15_000)
  expect(received.length).toBeGreaterThan(0)
  const names = received.flatMap((one) => Object.keys(one))
  expect(names.filter((name) => FOLLOWING.test(name))).toEqual([])
})

test('a collector that is away costs one line of the log, and no call', async () => {
  await using server = await serveBellhop([], otelEnv('http://127.0.0.1:9'))
  for (let n = 0; n < 5; n += 1) {
    const answer = await fetch(`${server.url}/qr`, { method: 'POST', body: '{"text":"a"}' })
    expect(answer.status).toBe(200)
  }
  await vi.waitFor(() => expect(server.stderr()).toContain('could not be sent'), 30_000)
  expect(server.stderr()).not.toContain(KEY)
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT: name an address'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL: OTLP is sent by HTTP',
  ],
])('%j is refused at the start', async (env, words) => {
  await expect(serveBellhop([], env as Record<string, string>)).rejects.toThrow(words)
})
