// @module-tag full
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Payment, PaymentRequired } from '../../src/pay/protocol/messages.ts'
import { verifies } from '../requirements/verifies.ts'
import { bellhop, CLI, cleanEnv, serveBellhop, tempDir } from '../support/bellhop.ts'
import { canaries } from '../support/canaries.ts'
import { startUsdcChain, type UsdcChain } from '../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS, type Hex } from '../support/chain.ts'
import { CLIENTS } from '../support/clients.ts'
import { chooseCombinations } from '../support/combinations.ts'
import { OUTSIDE_ORIGIN, outsideEnv } from '../support/outside.ts'
import { type PageServer, startPageServer } from '../support/page-server.ts'
import { signPayment } from '../support/payments.ts'
import { startRpcProxy } from '../support/rpc-proxy.ts'
import { callRoute, newAddress } from '../support/seller.ts'

const ARTICLE = `<html lang="en"><head><title>The Lobby</title></head><body><article><h1>The Lobby</h1>
${'<p>A bellhop carries what the guest cannot, and knows every door of the house.</p>'.repeat(30)}</article></body></html>`
const PRICE = 2_000
const FUNDS = 50_000

/** Everything that any process of this file has printed, for the search for keys. */
let printed = ''
let usdc: UsdcChain
let pages: PageServer
let gasKey: Hex
let buyer: PrivateKeyAccount
let payTo: Hex
const dir = tempDir()

beforeAll(async () => {
  usdc = await startUsdcChain()
  pages = await startPageServer({ '/a': { body: ARTICLE }, '/missing': { status: 404, body: '' } })
  gasKey = await usdc.gasKey(canaries().gasKey)
  writeFileSync(join(dir.path, 'gas.key'), `${gasKey}\n`, { mode: 0o600 })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await pages.close()
  await usdc[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})
beforeEach(async () => {
  buyer = await usdc.account(FUNDS)
  payTo = newAddress()
})

const sellingFlags = () => [
  '--paid',
  '--pay-to',
  payTo,
  '--facilitator',
  'local',
  '--facilitator-key-file',
  join(dir.path, 'gas.key'),
  '--pay-rpc-url',
  usdc.rpc.url,
  '--allow-hosts',
  '127.0.0.1',
]

const moved = async () => [FUNDS - (await usdc.balance(buyer.address)), await usdc.balance(payTo)]

async function payFor(challenge: PaymentRequired | undefined): Promise<Payment> {
  const [requirements] = challenge?.accepts ?? []
  if (!requirements) throw new Error('no challenge')
  return signPayment(buyer, requirements)
}

describe('a public instance that sells', () => {
  test('serves an unknown caller who pays, by route and by tool, and nobody for nothing', async () => {
    verifies('utility:1:paid', 'utility:5:1', 'utility:3:paid')
    const bind = ['--host', '0.0.0.0', '--allowed-hosts', '127.0.0.1']
    const dataDir = join(dir.path, 'public')
    const flags = [...sellingFlags(), ...bind, '--data-dir', dataDir, '--log-level', 'debug']
    await using server = await serveBellhop(flags, outsideEnv(pages.port))
    const origin = server.url.replace('0.0.0.0', '127.0.0.1')
    const body = { url: `${OUTSIDE_ORIGIN}/a` }
    const unpaid = await callRoute(`${origin}/extract`, body)
    expect(unpaid.status).toBe(402)
    // The name that others know it by, behind whatever ends TLS.
    expect(unpaid.challenge?.resource.url).toBe('https://127.0.0.1/extract')
    const payment = await payFor(unpaid.challenge)
    const paid = await callRoute(`${origin}/extract`, body, payment)
    expect([paid.status, paid.body]).toMatchObject([200, { title: 'The Lobby' }])
    expect(await moved()).toEqual([PRICE, PRICE])

    const missing = { url: `${OUTSIDE_ORIGIN}/missing` }
    const failed = await callRoute(`${origin}/extract`, missing, await payFor(unpaid.challenge))
    expect(failed.status).toBe(502)
    // What the operator excepted from the guard is not for those who pay.
    for (const url of ['http://10.0.0.1/', `${pages.origin}/a`]) {
      expect((await callRoute(`${origin}/extract`, { url })).status).toBe(400)
      const refused = await callRoute(`${origin}/extract`, { url }, await payFor(unpaid.challenge))
      expect(refused.status).toBe(400)
    }
    expect(await moved()).toEqual([PRICE, PRICE])

    const [, connect] = CLIENTS[2] ?? []
    const client = await connect?.({ url: `${origin}/mcp` })
    if (!client) throw new Error('no client')
    const call = { name: 'unfurl', arguments: body }
    const challenged = await client.callTool(call)
    const challenge = challenged.structuredContent as unknown as PaymentRequired
    const _meta = { 'x402/payment': await payFor(challenge) }
    const card = await client.callTool({ ...call, _meta })
    expect(card.structuredContent).toMatchObject({ title: 'The Lobby' })
    await client.close()
    expect(await moved()).toEqual([PRICE + 1_000, PRICE + 1_000])
    await expect.poll(() => statesOf(dataDir)).toEqual(['settled', 'settled'])

    const report = await bellhop(['earnings', '--data-dir', dataDir])
    const lines = report.stdout.trim().split('\n')
    const network = 'eip155:8453'
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { kind: 'operation', operation: 'extract', network, calls: 1, usd: '0.002' },
      { kind: 'operation', operation: 'unfurl', network, calls: 1, usd: '0.001' },
      { kind: 'day', day: expect.any(String), network, calls: 2, usd: '0.003' },
      { kind: 'total', network, calls: 2, usd: '0.003' },
    ])
    printed += server.stderr() + report.stdout + report.stderr
    expect(server.stderr()).toContain('"url"')
    expect(server.stderr()).not.toContain(payment.payload.signature.slice(2))
  })

  test('tells no key and no signature to anybody', () => {
    const files = ['public/bellhop.sqlite', 'public/bellhop.sqlite-wal'].flatMap((name) => {
      try {
        return readFileSync(join(dir.path, name), 'latin1')
      } catch {
        return []
      }
    })
    expect(files.length).toBeGreaterThan(0)
    expect(printed.length).toBeGreaterThan(100)
    const text = printed + files.join('')
    expect(text.toLowerCase()).not.toContain(gasKey.slice(2).toLowerCase())
  })

  test('[14] outlives a node that cannot be read: 503, and the same payment is good later', async () => {
    let isDown = false
    await using node = await startRpcProxy(
      usdc.rpc.url,
      (_, response) => isDown && Boolean(response.destroy()),
    )
    const flags = sellingFlags().map((flag) => (flag === usdc.rpc.url ? node.url : flag))
    await using server = await serveBellhop([...flags, '--data-dir', join(dir.path, 'blind')])
    const body = { url: `${pages.origin}/a` }
    const payment = await payFor((await callRoute(`${server.url}/extract`, body)).challenge)
    isDown = true
    const blind = await callRoute(`${server.url}/extract`, body, payment)
    expect([blind.status, blind.challenge]).toEqual([503, undefined])
    // A question that nobody waits for any more fails later.
    await delay(1_500)
    expect(server.process.exitCode).toBeNull()
    isDown = false
    const paid = await callRoute(`${server.url}/extract`, body, payment)
    expect([paid.status, paid.body]).toMatchObject([200, { title: 'The Lobby' }])
    expect(await moved()).toEqual([PRICE, PRICE])
  })

  test('refuses to start without an address to be paid at', async () => {
    const data = ['--data-dir', join(dir.path, 'none')]
    const { code, stderr } = await bellhop(['serve', '--port', '0', '--paid', ...data])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--pay-to')])
  })

  test('is looked at by doctor, and stays closed where no payment could arrive', async () => {
    const data = ['--data-dir', join(dir.path, 'doctor')]
    const { stdout } = await bellhop(['doctor', ...sellingFlags(), ...data])
    const lines = stdout.trim().split('\n')
    const found = lines.map((line) => JSON.parse(line) as { check: string; status: string })
    const statusOf = Object.fromEntries(found.map(({ check, status }) => [check, status]))
    const sale = { chain: 'ok', asset: 'ok', payee: 'warn', clock: 'ok', gas: 'ok', proxy: 'ok' }
    expect(statusOf).toMatchObject(sale)
    const onSepolia = ['serve', '--port', '0', ...sellingFlags(), '--pay-network', 'eip155:84532']
    const { code, stderr } = await bellhop([...onSepolia, ...data])
    expect([code, stderr]).toEqual([2, expect.stringContaining('the node is on chain 8453')])
    // Two programs that wait for what does not answer.
  }, 240_000)

  test('refuses to start where what is paid would be lost', async () => {
    const data = ['--data-dir', join(dir.path, 'none')]
    const lost = ['--paid', '--pay-to', `0x${'0'.repeat(40)}`]
    const { code, stderr } = await bellhop(['serve', '--port', '0', ...lost, ...data])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--pay-to: nobody has the key')])
  })
})

describe.concurrent('a seller that is killed', () => {
  /** `expect.poll` knows one test at a time. */
  const reached = async (dataDir: string, state: string): Promise<void> =>
    vi.waitFor(() => expect(statesOf(dataDir)).toEqual([state]))
  /** Serves on the given data; killed by the test. */
  const serveOn = async (dataDir: string, flags: readonly string[]) =>
    serveBellhop([...flags, '--data-dir', dataDir])

  // On a chain of its own, whose blocks take seconds; what the next one does is in test/src/pay/seller/gate-resume.test.ts too.
  test.each(chooseCombinations(['[22] while it settles'], []))(
    '%s: the next one collects, and the buyer gets the answer',
    async () => {
      const dataDir = join(dir.path, 'killed-settling')
      await using chain = await startUsdcChain({ blockTimeSeconds: 2 })
      const to = newAddress()
      const payer = await chain.account(FUNDS)
      writeFileSync(join(dir.path, 'gas2.key'), await chain.gasKey(canaries().gasKey), {
        mode: 0o600,
      })
      const flags = [
        '--paid',
        '--pay-to',
        to,
        '--facilitator',
        'local',
        '--allow-hosts',
        '127.0.0.1',
        '--facilitator-key-file',
        join(dir.path, 'gas2.key'),
        '--pay-rpc-url',
        chain.rpc.url,
      ]
      await using first = await serveOn(dataDir, flags)
      const body = { url: `${pages.origin}/a` }
      const { challenge } = await callRoute(`${first.url}/extract`, body)
      const [requirements] = challenge?.accepts ?? []
      if (!requirements) throw new Error('no challenge')
      const payment = await signPayment(payer, requirements)
      const lost = callRoute(`${first.url}/extract`, body, payment).catch(() => 'lost')
      await reached(dataDir, 'settling')
      await kill(first)
      expect(await lost).toBe('lost')
      await using second = await serveOn(dataDir, flags)
      await reached(dataDir, 'settled')
      expect(await chain.balance(to)).toBe(PRICE)
      const answer = await callRoute(`${second.url}/extract`, body, payment)
      expect([answer.status, answer.body]).toMatchObject([200, { title: 'The Lobby' }])
      expect(answer.settlement).toMatchObject({ success: true })
      expect([await chain.balance(payer.address), await chain.balance(to)]).toEqual([
        FUNDS - PRICE,
        PRICE,
      ])
    },
  )

  test('[22] while it works: the same payment is worked for and charged by the next one', async () => {
    const dataDir = join(dir.path, 'killed-working')
    const to = newAddress()
    const payer = await usdc.account(FUNDS)
    const flags = [...sellingFlags(), '--pay-to', to]
    let hang = true
    await using slow = await startPageServer({
      '/slow': {
        body: (_, response) => {
          response.writeHead(200, { 'content-type': 'text/html' })
          if (hang) response.write('<p>')
          else response.end(ARTICLE)
        },
      },
    })
    await using first = await serveOn(dataDir, flags)
    const body = { url: `${slow.origin}/slow` }
    const { challenge } = await callRoute(`${first.url}/extract`, body)
    const [requirements] = challenge?.accepts ?? []
    if (!requirements) throw new Error('no challenge')
    const payment = await signPayment(payer, requirements)
    const lost = callRoute(`${first.url}/extract`, body, payment).catch(() => 'lost')
    await vi.waitFor(() => expect(slow.requests).toHaveLength(1))
    await kill(first)
    expect(await lost).toBe('lost')
    expect(statesOf(dataDir)).toEqual(['working'])
    hang = false
    await using second = await serveOn(dataDir, flags)
    const answer = await callRoute(`${second.url}/extract`, body, payment)
    expect([answer.status, answer.body]).toMatchObject([200, { title: 'The Lobby' }])
    expect([await usdc.balance(payer.address), await usdc.balance(to)]).toEqual([
      FUNDS - PRICE,
      PRICE,
    ])
  })
})

describe.each(chooseCombinations(CLIENTS, [1]))('[29] %s over stdio', (_, connect) => {
  test('is challenged after tools/list, pays, pays wrongly, and is given its answer again', async () => {
    const [command, cli] = CLI
    const args = [cli, ...sellingFlags(), '--data-dir', join(dir.path, 'stdio')]
    const client = await connect({ command, args, env: cleanEnv() })
    await client.listTools()
    const call = { name: 'unfurl', arguments: { url: `${pages.origin}/a` } }
    const unpaid = await client.callTool(call)
    expect(unpaid).toMatchObject({ isError: true, structuredContent: { x402Version: 2 } })
    const challenge = unpaid.structuredContent as unknown as PaymentRequired
    const payment = await payFor(challenge)
    const tampered = structuredClone(payment)
    tampered.payload.authorization.value = '1'
    const wrong = await client.callTool({ ...call, _meta: { 'x402/payment': tampered } })
    expect(wrong).toMatchObject({ isError: true, structuredContent: { x402Version: 2 } })
    const _meta = { 'x402/payment': payment }
    const paid = await client.callTool({ ...call, _meta })
    expect(paid).toMatchObject({ structuredContent: { title: 'The Lobby' } })
    const again = await client.callTool({ ...call, _meta })
    expect(again.structuredContent).toEqual(paid.structuredContent)
    expect(again._meta?.['bellhop/replayed']).toBe(true)
    await client.close()
    expect(await moved()).toEqual([1_000, 1_000])
  })
})

async function kill({ process }: Awaited<ReturnType<typeof serveBellhop>>): Promise<void> {
  const ended = once(process, 'exit')
  process.kill('SIGKILL')
  await ended
  // Sockets of the dead process are closed by the kernel a moment later.
  await delay(20)
}

function statesOf(dataDir: string): string[] {
  try {
    using database = new DatabaseSync(join(dataDir, 'bellhop.sqlite'), { readOnly: true })
    const rows = database.prepare('select state from seller_payment').all()
    return rows.map(({ state }) => String(state))
  } catch {
    return []
  }
}
