import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { type BenchServer, serveChat } from './chat/servers.ts'
import { quantile, table } from './chat/table.ts'
import { machineLine, recordSection } from './record.ts'

const SESSIONS = 100
const SUBSCRIPTIONS_PER_SESSION = 10
const SUBSCRIPTIONS = SESSIONS * SUBSCRIPTIONS_PER_SESSION
/** In each of two parts: without and with a client that does not read. */
const EVENTS_PER_PART = 5_000
const EVENTS_PER_SECOND = 100
/** How long the last notices may take. */
const SETTLE_MS = 5_000

/** Measures notices of changes in the chat to many MCP sessions, beside a client that never reads. */
export async function run(): Promise<void> {
  await using server = await serveChat(16)
  const sentAt = new Map<string, number>()
  const times: number[] = []
  const clients = await openSessions(server, (uri) => {
    const then = sentAt.get(uri)
    if (then !== undefined) times.push(performance.now() - then)
    sentAt.delete(uri)
  })
  const rows: string[][] = [['1,000 subscriptions, at rest', '', '', '', '', memoryOf(server)]]
  const part = async (name: string) => {
    times.length = 0
    const cpuBefore = server.cpuMs() ?? Number.NaN
    await sendAll(server, sentAt)
    await sleep(SETTLE_MS)
    const cpuMs = (server.cpuMs() ?? Number.NaN) - cpuBefore
    rows.push([
      name,
      `${times.length} of ${EVENTS_PER_PART}`,
      quantile(times, 0.5).toFixed(1),
      quantile(times, 0.95).toFixed(1),
      (cpuMs / EVENTS_PER_PART).toFixed(2),
      memoryOf(server),
    ])
  }
  await part('every client reads')
  const leave = await openDeafSession(server)
  await part('beside a client that never reads, subscribed to the channel')
  leave()
  await Promise.all(clients.map(async (client) => client.close()))
  const head = ['', 'notices', 'p50, ms', 'p95, ms', 'server CPU, ms a message', 'server RSS, MiB']
  const text = `${machineLine()} ${SESSIONS} sessions of the v1 SDK client over streamable HTTP, each subscribed to ${SUBSCRIPTIONS_PER_SESSION} topics of its own; ${EVENTS_PER_SECOND} messages a second go round the ${SUBSCRIPTIONS} topics. A time is from the request that sends a message to the notice at its session, all clients in one process of the same machine.\n\n${table(head, rows)}`
  console.log(text)
  recordSection('chat-mcp', 'Team chat: notices to MCP clients', text)
}

const uriOf = (topic: number) => `chat://channel/general/topic/t${topic}`

async function openSessions(
  server: BenchServer,
  heard: (uri: string) => void,
): Promise<readonly Client[]> {
  const clients: Client[] = []
  for (let session = 0; session < SESSIONS; session += 1) {
    const client = new Client({ name: 'bench', version: '1' })
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
      heard(params.uri),
    )
    const headers = { authorization: `Bearer ${server.key}` }
    const url = new URL(`${server.url}/mcp`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    for (let n = 0; n < SUBSCRIPTIONS_PER_SESSION; n += 1) {
      await client.subscribeResource({ uri: uriOf(session * SUBSCRIPTIONS_PER_SESSION + n) })
    }
    clients.push(client)
  }
  return clients
}

async function sendAll(server: BenchServer, sentAt: Map<string, number>): Promise<void> {
  const startedAt = performance.now()
  const sends: Promise<unknown>[] = []
  for (let n = 0; n < EVENTS_PER_PART; n += 1) {
    await sleep(Math.max(0, startedAt + (n * 1_000) / EVENTS_PER_SECOND - performance.now()))
    const topic = n % SUBSCRIPTIONS
    sentAt.set(uriOf(topic), performance.now())
    const place = { type: 'channel', to: 'general', topic: `t${topic}` }
    sends.push(server.post('/messages', { ...place, content: `message ${n}` }))
  }
  await Promise.all(sends)
}

/** Opens a session subscribed to every message that never reads its stream; returns a function that ends it. */
async function openDeafSession({ url, key }: BenchServer): Promise<() => void> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  const post = (message: object) =>
    new Promise<string | undefined>((resolve, reject) => {
      const sentRequest = request(`${url}/mcp`, { method: 'POST', headers }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.headers['mcp-session-id'] as string))
      })
      sentRequest.once('error', reject)
      sentRequest.end(JSON.stringify({ jsonrpc: '2.0', ...message }))
    })
  const clientInfo = { name: 'deaf', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  headers['mcp-session-id'] = (await post({ id: 1, method: 'initialize', params })) ?? ''
  await post({ method: 'notifications/initialized' })
  const stream = request(`${url}/mcp`, { method: 'GET', headers })
  stream.on('response', (response) => response.pause())
  // Ends with an error when it is left.
  stream.on('error', () => {})
  stream.end()
  await sleep(500)
  const uri = 'chat://channel/general'
  await post({ id: 2, method: 'resources/subscribe', params: { uri } })
  return () => void stream.destroy()
}

function memoryOf(server: BenchServer): string {
  return server.memoryMib()?.toFixed(0) ?? '?'
}
