import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Account, type Served, serveBellhop, tempDir } from '../support/bellhop.ts'
import { authorization } from '../support/chat-uploads.ts'
import { CLIENTS } from '../support/clients.ts'
import { expectWholeUpload } from '../support/large-upload.ts'
import {
  plainCaddy,
  plainNginx,
  type RunningProxy,
  shippedCaddy,
  shippedNginx,
  startCaddy,
  startNginx,
} from '../support/proxies.ts'

const KEY = 'key-of-the-operator-for-a-test'
const POLLS = 100
/** More than two of the read timeouts that proxies have unless told otherwise (60 s). */
const IDLE_MS = 130_000
const PIECE_BYTES = 20_000_000

const PROXIES = [
  ['nginx as it comes', async (target: string) => startNginx(plainNginx, target)],
  ['Caddy as it comes', async (target: string) => startCaddy(plainCaddy, target)],
  [
    'nginx with the file of this repository',
    async (target: string) => startNginx(shippedNginx, target),
  ],
  [
    'Caddy with the file of this repository',
    async (target: string) => startCaddy(shippedCaddy, target),
  ],
] as const

/** A server that takes as many requests of one account as come. */
async function start(...flags: string[]): Promise<Served> {
  const unlimited = ['--chat-rate-limits', 'off', '--rate-limits', 'off']
  return serveBellhop([...unlimited, '--trusted-proxies', '1', ...flags])
}

interface Poll {
  result: string
  queue_id: string
  last_event_id: number
  events: { id: number; type: string; message?: { content: string } }[]
}

/** A client that waits for events until it has seen a message; returns the kinds of what came, or what went wrong. */
async function pollUntilMessage(url: string, account: Account): Promise<string[]> {
  const seen: string[] = []
  const headers = authorization(account)
  const registered = await fetch(`${url}/api/v1/register`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ event_types: '["message"]', fetch_event_types: '[]' }),
  })
  let { queue_id, last_event_id } = (await registered.json()) as Poll
  while (!seen.includes('message')) {
    const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) }).toString()
    const answer = await fetch(`${url}/api/v1/events?${query}`, { headers })
    if (!answer.ok) return [...seen, `status ${answer.status}`]
    const { events } = (await answer.json()) as Poll
    seen.push(...events.map(({ type }) => type))
    last_event_id = events.at(-1)?.id ?? last_event_id
  }
  return seen
}

test.concurrent.each(PROXIES)(
  'behind %s clients wait for events as long as they like',
  async (_, startInFront) => {
    await using server = await start()
    await using proxy: RunningProxy = await startInFront(new URL(server.url).host)
    const account = server.owner()
    const polls = Array.from({ length: POLLS }, async () => pollUntilMessage(proxy.url, account))
    await sleep(IDLE_MS)
    const sent = await fetch(`${proxy.url}/api/v1/messages`, {
      method: 'POST',
      headers: authorization(account),
      body: new URLSearchParams({ type: 'channel', to: 'general', topic: 'x', content: 'Hello.' }),
    })
    expect(sent.status).toBe(200)
    const seen = await Promise.all(polls)
    expect(seen.filter((kinds) => kinds.at(-1) !== 'message')).toEqual([])
    // Each of them was told twice that nothing had happened.
    expect(seen.filter((kinds) => kinds.filter((kind) => kind === 'heartbeat').length < 2)).toEqual(
      [],
    )
  },
)

test.concurrent.each(PROXIES.slice(2))(
  'behind %s a large upload arrives piece by piece, and agents are served',
  async (_, startInFront) => {
    using dir = tempDir()
    const keys = join(dir.path, 'keys.txt')
    writeFileSync(keys, `team ${KEY}\n`, { mode: 0o600 })
    await using server = await start('--key-file', keys)
    await using proxy: RunningProxy = await startInFront(new URL(server.url).host)
    await expectWholeUpload(server.owner(), PIECE_BYTES, {
      fronts: [proxy.url],
      readAt: proxy.url,
    })
    for (const [, connect] of CLIENTS) {
      const agent = await connect({
        url: `${proxy.url}/mcp`,
        headers: { authorization: `Bearer ${KEY}` },
      })
      const names = (await agent.listTools()).tools.map(({ name }) => name)
      await agent.close()
      expect(names).toContain('extract')
    }
  },
)
