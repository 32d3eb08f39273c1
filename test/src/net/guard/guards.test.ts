import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OperationError } from '../../../../src/contract/errors.ts'
import { STRANGER } from '../../../../src/contract/principal.ts'
import { BodyRoom } from '../../../../src/net/fetch/body-room.ts'
import { fetchBehind } from '../../../../src/net/fetch/fetch-behind.ts'
import { parseAllowHosts } from '../../../../src/net/guard/allow-hosts.ts'
import { everyGuard, type Guards } from '../../../../src/net/guard/guards.ts'
import { Refusal, refusalError } from '../../../../src/net/guard/refusal.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { allowedVectors } from '../../../support/net-allow-vectors.ts'
import { interceptDials } from '../../../support/net-dials.ts'
import { mayBeDialled } from '../../../support/net-iana-blocks.ts'
import { deniedVectors, type Vector } from '../../../support/net-vectors.ts'

const log = pino({ level: 'silent' })

/** Stands for every host of the world: redirects where the address says so, else answers `ok`. */
const requests: string[] = []
let bytesReceived = 0
const world = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://world')
  requests.push(`${request.headers.host}${url.pathname}`)
  const status = /^\/redirect\/(\d+)$/.exec(url.pathname)?.[1]
  if (status === undefined) {
    response.end('ok')
    return
  }
  const location = Buffer.from(url.searchParams.get('to') ?? '').toString('latin1')
  response.writeHead(Number(status), { location }).end()
})
const connections = new Set<object>()
world.on('connection', (socket) => {
  connections.add(socket)
  socket.on('close', () => connections.delete(socket))
  socket.on('data', (chunk: Buffer) => (bytesReceived += chunk.length))
})
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => world.listen(0, '127.0.0.1', resolve))
  port = (world.address() as AddressInfo).port
})
afterAll(() => world.close())

interface Trial {
  outcome: unknown
  dials: string[]
  unvetted: string[]
  lookups: number
  requests: string[]
  bytes: number
}

/** Fetches a vector behind the given guards, with every connection led to the world above. */
async function tryOut(vector: Omit<Vector, 'kind'>, guards: Guards): Promise<Trial> {
  using dials = interceptDials({ port, peer: vector.peer })
  requests.length = 0
  bytesReceived = 0
  let lookups = 0
  const resolve = async () => {
    const answer = vector.answers[Math.min(lookups, vector.answers.length - 1)] ?? []
    lookups += 1
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  const room = async () => new BodyRoom({ log })
  const context = { allow: parseAllowHosts([]), userAgent: 'Bellhop', log, resolve, room }
  const outcome = await fetchBehind(guards, context, vector.url, {
    signal: new AbortController().signal,
  }).catch((error: unknown) => error)
  // Bytes that were sent before the connection was dropped may still be under way.
  while (vector.peer !== undefined && connections.size > 0) await nextTurn()
  const { addresses, unvetted } = dials
  return {
    outcome,
    dials: addresses,
    unvetted,
    lookups,
    requests: [...requests],
    bytes: bytesReceived,
  }
}

/** What a stranger is told of a refusal, where nothing is known but its reason. */
function toldOf(error: OperationError): string {
  const { code, message, hint, fields } = error
  return JSON.stringify({ code, message, hint, fields })
}

const toldForNames = toldOf(refusalError(new Refusal('unresolved_name', ''), STRANGER))

/** What names lead to is a matter of this network: no stranger may tell the reasons apart. */
const OF_NAME_SERVERS: ReadonlySet<string> = new Set([
  'unresolved_name',
  'resolved_address',
  'peer_address',
])

/** Faults in how a denied vector ended; empty when the guards held. */
function leaksOf(
  vector: Vector,
  { outcome, dials, unvetted, requests: sent, bytes }: Trial,
): string[] {
  const leaks = dials.filter((address) => !mayBeDialled(address)).map((at) => `dialled ${at}`)
  leaks.push(...unvetted.map((name) => `dialled ${name} without a checked lookup`))
  if (vector.peer !== undefined && bytes > 0) leaks.push(`sent ${bytes} bytes to ${vector.peer}`)
  if (sent.some((request) => !request.includes('/redirect/')))
    leaks.push(`requested ${sent.at(-1)}`)
  if (!(outcome instanceof OperationError)) leaks.push(`ended with ${String(outcome)}`)
  else if (URL.canParse(vector.url.trim()) && vector.url.length <= 8192) {
    const reported = toldOf(outcome)
    const { cause } = outcome
    if (!(cause instanceof Refusal)) leaks.push(`told ${reported}`)
    else if (OF_NAME_SERVERS.has(cause.reason)) {
      if (reported !== toldForNames) leaks.push(`told ${reported}`)
    } else if (reported !== toldOf(refusalError(new Refusal(cause.reason, ''), STRANGER)))
      leaks.push(`told ${reported}`)
  } else if (outcome.code !== 'invalid_input') leaks.push(`told ${outcome.code}`)
  return leaks
}

/** Runs denied vectors behind guards and returns those that were not stopped. */
async function leaking(
  guards: Guards,
  vectors: readonly Vector[],
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const vector of vectors) {
    const leaks = leaksOf(vector, await tryOut(vector, guards))
    if (leaks.length > 0) found[nameOf(vector)] = leaks
  }
  return found
}

const nameOf = ({ url, answers, peer }: Omit<Vector, 'kind'>): string =>
  JSON.stringify([url.slice(0, 200), url.length, answers, peer === undefined ? 'as dialled' : peer])

describe('the table of denied inputs', () => {
  it('has at least 300 different inputs, few of which are no URL at all', () => {
    expect(new Set(deniedVectors.map(nameOf)).size).toBeGreaterThanOrEqual(450)
    expect(new Set(deniedVectors.map(nameOf)).size).toBe(deniedVectors.length)
    const noUrl = deniedVectors.filter(({ url }) => !URL.canParse(url.trim()))
    expect(noUrl.length).toBeLessThan(40)
  })

  it(
    'is refused whole, in words that no answer of a name server changes, without a connection to a hidden address',
    { tags: 'full' },
    async () => {
      verifies(
        'utility:4:3',
        'utility:4:3:private',
        'utility:4:3:loopback',
        'utility:4:3:metadata',
        'utility:7:400:not-public',
        'utility:8:public',
      )
      expect(await leaking(everyGuard, deniedVectors)).toEqual({})
      const refused = refusalError(new Refusal('name', ''), STRANGER)
      expect(refused).toMatchObject({ code: 'url_not_allowed', status: 400, retryable: false })
    },
  )
})

describe('each guard, taken away,', () => {
  const addressVectors = deniedVectors.filter(({ kind }) => kind === 'address')
  const noUrlPolicy: Guards = { ...everyGuard, url: (hop) => hop }
  const open = () => {}

  it(
    'URL policy: names, ports and user info get through, hidden addresses still do not',
    { tags: 'full' },
    async () => {
      const leaks = await leaking(noUrlPolicy, deniedVectors)
      expect(leaks).toHaveProperty([
        nameOf({ url: 'http://example.com:22/', answers: [['93.184.216.34']] }),
      ])
      expect(Object.keys(leaks).length).toBeGreaterThan(80)
      expect(
        Object.values(leaks)
          .flat()
          .filter((leak) => leak.startsWith('dialled')),
      ).toEqual([])
      expect(await leaking(noUrlPolicy, addressVectors)).toEqual({})
    },
  )

  it('literal check: the agent dials hidden literals', async () => {
    const leaks = await leaking({ ...noUrlPolicy, literal: open }, addressVectors)
    expect(Object.values(leaks).flat()).toContain('dialled 127.0.0.1')
    expect(Object.keys(leaks).length).toBeGreaterThan(150)
  })

  it('lookup check: names lead to hidden addresses', async () => {
    for (const guards of [everyGuard, noUrlPolicy]) {
      const leaks = await leaking({ ...guards, answer: open }, addressVectors)
      expect(Object.values(leaks).flat()).toContain('dialled 169.254.169.254')
      expect(Object.keys(leaks).length).toBeGreaterThan(50)
    }
  })

  it('peer check: bytes are sent to whoever answers', async () => {
    for (const guards of [everyGuard, noUrlPolicy]) {
      const leaks = await leaking({ ...guards, peer: open }, addressVectors)
      expect(Object.keys(leaks)).toHaveLength(20)
      expect(
        Object.values(leaks)
          .flat()
          .some((leak) => leak.startsWith('sent')),
      ).toBe(true)
    }
  })
})

describe('the table of allowed inputs', () => {
  it.each(allowedVectors.map((vector) => [nameOf(vector), vector] as const))(
    '%s is fetched',
    async (_name, vector) => {
      const trial = await tryOut(vector, everyGuard)
      expect(trial.outcome).toMatchObject({ status: 200, complete: true })
      expect(Buffer.from((trial.outcome as { body: Uint8Array }).body).toString()).toBe('ok')
      expect(trial.dials).toEqual(vector.dials)
      expect(trial.unvetted).toEqual([])
      expect(trial.lookups).toBe(vector.answers.length === 0 ? 0 : trial.requests.length)
    },
  )
})
