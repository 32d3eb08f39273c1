import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSession } from '../../examples/chat-api.ts'
import { cleanEnv, ROOT, serveBellhop, tempDir } from '../support/bellhop.ts'
import { canaries } from '../support/canaries.ts'
import { startUsdcChain, type UsdcChain } from '../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS } from '../support/chain.ts'
import { keepOutput } from '../support/outputs.ts'
import { type PageServer, startPageServer } from '../support/page-server.ts'
import { newAddress } from '../support/seller.ts'

const ARTICLE = `<html lang="en"><head><title>The Lobby</title></head><body><article><h1>The Lobby</h1>
${'<p>A bellhop carries what the guest cannot, and knows every door of the house.</p>'.repeat(30)}</article></body></html>`
/** What `convert` costs, in units of USDC. */
const PRICE_UNITS = 1_000
/** Longest wait for what an example is to say. */
const SPEAK_MAX_MS = 30_000

const dir = tempDir()
let pages: PageServer
beforeAll(async () => {
  pages = await startPageServer({ '/lobby': { body: ARTICLE } })
})
afterAll(async () => {
  await pages.close()
  dir[Symbol.dispose]()
})

const dataDir = (name: string) => ['--data-dir', join(dir.path, name)]

test('the agent lists tools, converts and reads a page', async () => {
  const settings = [...dataDir('agent'), '--allow-hosts', '127.0.0.1']
  const agent = start('agent.ts', [`${pages.origin}/lobby`, ...settings])
  expect(await agent.exitCode()).toBe(0)
  expect(agent.stdout()).toMatch(/^extract: /m)
  expect(agent.stdout()).toContain('| 12 | Ada |')
  expect(agent.stdout()).toContain('A bellhop carries what the guest cannot')
})

test('the chat client reads, writes and hears the bot, which answers with a preview', async () => {
  const flags = [...dataDir('chat'), '--allow-hosts', '127.0.0.1']
  await using server = await serveBellhop(flags)
  const { email, key } = server.owner()
  const owner = openSession(server.url, email, key)
  const account = { email: 'ada@example.com', full_name: 'Ada', password: canaries().password }
  await owner.post('/users', account)
  const made = { full_name: 'Porter', short_name: 'porter' }
  const porter = await owner.post<{ user_id: number; api_key: string }>('/bots', made)
  const { user } = await owner.get<{ user: { email: string } }>(`/users/${porter.user_id}`)

  const bot = start('chat-bot.ts', [server.url, user.email], { BOT_KEY: porter.api_key })
  await bot.says('Porter listens')
  const ada = start('chat-client.ts', [server.url, 'ada@example.com', 'general', 'plans'])
  ada.types(canaries().password)
  await ada.says('Signed in as Ada.')
  ada.types('Nobody is asked.')
  ada.types(`@**Porter** what is ${pages.origin}/lobby ?`)
  await ada.says('Porter: The Lobby')
  ada.types('@**Porter** hello')
  await ada.says('Porter: Send me an address')
  ada.process.stdin?.end()
  expect(await ada.exitCode()).toBe(0)

  const later = start('chat-client.ts', [server.url, 'ada@example.com', 'general', 'plans'])
  later.types(canaries().password)
  await later.says('Ada: Nobody is asked.')
  await later.says('Porter: Send me an address')
  // To the two messages that mention it, and to no other.
  expect(later.stdout().match(/^Porter: /gm)).toHaveLength(2)
})

describe('on a chain', () => {
  let usdc: UsdcChain
  beforeAll(async () => {
    usdc = await startUsdcChain()
  }, CHAIN_START_MAX_MS)
  afterAll(async () => usdc[Symbol.asyncDispose]())

  test('the buyer pays the seller for one call, and has the receipt', async () => {
    const { key, gasKey } = canaries()
    const [buyerKey, sellerKey] = [join(dir.path, 'buyer.key'), join(dir.path, 'gas.key')]
    writeFileSync(buyerKey, `${key}\n`, { mode: 0o600 })
    writeFileSync(sellerKey, await usdc.gasKey(gasKey), { mode: 0o600 })
    const { address } = privateKeyToAccount(key)
    await usdc.mint(address, 10 * PRICE_UNITS)
    const payTo = newAddress()
    const chain = ['--pay-network', 'eip155:8453', '--pay-rpc-url', usdc.rpc.url]

    const facilitator = ['--facilitator', 'local', '--facilitator-key-file', sellerKey]
    const selling = [...chain, ...facilitator, '--port', '0', ...dataDir('seller')]
    const seller = start('seller.ts', [payTo, ...selling], {}, 'as in a terminal')
    await seller.says('selling at')
    const beforePrices = seller.stdout().split('convert: POST')[0]
    expect(beforePrices, 'lines of the log before the price list').not.toMatch(/^\{/m)
    await seller.says('{"')
    expect(seller.stdout()).toMatch(/^convert: POST \/convert for 0\.001 USD$/m)
    expect(seller.stdout()).toContain('without a payment: 402')
    const url = /selling at (\S+)/.exec(seller.stdout())?.[1] ?? ''

    const buyer = start('buyer.ts', [url, buyerKey, ...chain, ...dataDir('buyer')])
    expect(await buyer.exitCode()).toBe(0)
    expect(buyer.stdout()).toMatch(/^asked: .*0\.001/m)
    expect(buyer.stdout()).toMatch(/^bought: .*Ada/ms)
    expect(buyer.stdout()).toMatch(/transaction: '0x[0-9a-f]{64}'/)
    expect(buyer.stdout()).toContain("balance: '0.009'")
    expect(await usdc.balance(payTo)).toBe(PRICE_UNITS)
  })
})

/** A running example. */
interface Example {
  process: ChildProcess
  stdout(): string
  /** Waits until its output holds a text. */
  says(text: string): Promise<void>
  /** Gives it a line of input. */
  types(line: string): void
  exitCode(): Promise<number | null>
}

/** Starts an example as a person would; it is ended with the test. In a terminal, its errors stand in its output. */
function start(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
  outputs: 'apart' | 'as in a terminal' = 'apart',
): Example {
  const command = [process.execPath, join(ROOT, 'examples', file), ...args]
  const joined = ['sh', '-c', 'exec "$0" "$@" 2>&1']
  const [program = '', ...rest] = outputs === 'apart' ? command : [...joined, ...command]
  const child = spawn(program, rest, { env: cleanEnv(env), stdio: 'pipe' })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => (output[name] += chunk))
  }
  const ended = once(child, 'close') as Promise<[number | null]>
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    keepOutput(output.stdout + output.stderr)
  })
  return {
    process: child,
    stdout: () => output.stdout,
    says: async (text) => {
      const hasSaid = () => expect(output.stdout, output.stderr).toContain(text)
      await Promise.race([vi.waitFor(hasSaid, SPEAK_MAX_MS), ended.then(hasSaid)])
    },
    types: (line) => void child.stdin.write(`${line}\n`),
    exitCode: async () => (await ended)[0],
  }
}
