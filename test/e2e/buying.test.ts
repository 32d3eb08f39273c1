// @module-tag full
import { spawn } from 'node:child_process'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text as readAll } from 'node:stream/consumers'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FINDER_TOOLS } from '../../src/core/select/finder.ts'
import { servedOverHttp, selectStandard } from '../../src/core/select/select.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { verifies } from '../requirements/verifies.ts'
import {
  bellhop,
  CLI,
  cleanEnv,
  ROOT,
  type Served,
  serveBellhop,
  tempDir,
} from '../support/bellhop.ts'
import { canaries } from '../support/canaries.ts'
import { startUsdcChain, type UsdcChain } from '../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS, type Hex } from '../support/chain.ts'
import { CLIENTS, resultText, type Target, type ToolAnswer } from '../support/clients.ts'
import { chooseCombinations } from '../support/combinations.ts'
import { wordFiles } from '../support/documents.ts'
import { keepOutput } from '../support/outputs.ts'
import { type PageServer, startPageServer } from '../support/page-server.ts'
import { pdfOf, text as shown } from '../support/pdf.ts'
import { newAddress } from '../support/seller.ts'
import { zipOf } from '../support/zip.ts'

const PRICE = 2_000
const ARTICLE = `<html lang="en"><head><title>The Lobby</title></head><body><article><h1>The Lobby</h1>
${'<p>A bellhop carries what the guest cannot, and knows every door of the house.</p>'.repeat(30)}</article></body></html>`

/** What must be found nowhere: the key of the wallet, and its password. */
const { key: canary, gasKey, password } = canaries()
const { address } = privateKeyToAccount(canary)
const payTo = newAddress()
const dir = tempDir()
const dataDir = join(dir.path, 'buyer')
const sellerDir = join(dir.path, 'seller')
/** Everything that any process of this file has printed or answered. */
let printed = ''
let usdc: UsdcChain
let pages: PageServer
let seller: Served

beforeAll(async () => {
  usdc = await startUsdcChain()
  const typed = (body: Uint8Array) => ({
    headers: { 'content-type': 'application/octet-stream' },
    body,
  })
  pages = await startPageServer({
    '/a': { body: ARTICLE },
    '/walks.docx': typed(zipOf(wordFiles({ body: '<w:p><w:r><w:t>A walk.</w:t></w:r></w:p>' }))),
    '/walks.pdf': typed(pdfOf([shown(72, 700, 'A walk.')])),
  })
  await usdc.mint(address, 100_000)
  const keyFile = join(dir.path, 'gas.key')
  writeFileSync(keyFile, await usdc.gasKey(gasKey), { mode: 0o600 })
  const selling = {
    'pay-to': payTo,
    facilitator: 'local',
    'facilitator-key-file': keyFile,
    'pay-rpc-url': usdc.rpc.url,
    'allow-hosts': '127.0.0.1',
    'data-dir': sellerDir,
    'log-level': 'debug',
  }
  seller = await serveBellhop(['--paid', ...flags(selling)])
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await seller[Symbol.asyncDispose]()
  await pages.close()
  await usdc[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

const flags = (settings: Record<string, string>) =>
  Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])

const buyingFlags = () =>
  flags({
    remote: seller.url,
    place: 'extract=there,unfurl=here',
    'data-dir': dataDir,
    'pay-rpc-url': usdc.rpc.url,
    'allow-hosts': '127.0.0.1',
    'log-level': 'debug',
  })

/** The command line with its output kept for the search. */
async function command(args: readonly string[], env: Record<string, string>, input?: string) {
  const outcome = await bellhop(args, { env, ...(input === undefined ? {} : { input }) })
  printed += outcome.stdout + outcome.stderr
  return outcome
}

/** An instance on stdio whose log goes to a file. */
function onStdio(env: Record<string, string>, ...more: readonly string[]): Target {
  const args = ['-c', `exec "$0" "$@" 2>>'${join(dir.path, 'stdio.log')}'`, ...CLI]
  return { command: 'sh', args: [...args, ...buyingFlags(), ...more], env: cleanEnv(env) }
}

function kept(answer: ToolAnswer): ToolAnswer {
  keepOutput(JSON.stringify(answer))
  printed += JSON.stringify(answer)
  return answer
}

test('a wallet gives its key away for its password alone, and says how money gets to it', async () => {
  using folder = tempDir()
  const inFolder = ['--data-dir', folder.path]
  // Of its own: the search for the keys of the run would find it in what is printed here.
  const env = { BELLHOP_WALLET_PASSWORD: 'correct horse' }
  const made = await bellhop(['wallet', 'new', ...inFolder], { env })
  expect(made.stderr).toContain('Send USDC on Base, and on no other network')
  const exported = await bellhop(['wallet', 'export', ...inFolder], {
    env,
    input: 'correct horse\n',
  })
  const key = exported.stdout.trim() as Hex
  expect(privateKeyToAccount(key).address).toBe(made.stdout.trim())
  const refused = await bellhop(['wallet', 'export', ...inFolder], { env, input: 'wrong\n' })
  expect([refused.code, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toContain('another password')
})

describe('the wallet on the command line', () => {
  const wallet = (...args: string[]) => ['wallet', ...args, '--data-dir', dataDir]

  test('is made from a key on stdin, encrypted, and shown without a password', async () => {
    const env = { BELLHOP_WALLET_PASSWORD: password }
    const file = join(dataDir, 'wallet.json')
    const made = await command(wallet('import'), env, `${canary}\n`)
    expect([made.code, made.stdout.trim()]).toEqual([0, address])
    expect(made.stderr).toMatch(/encrypted.*few dollars/s)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const output = await command(wallet('address'), {})
    expect([output.code, output.stdout.trim().toLowerCase()]).toEqual([0, address.toLowerCase()])
  })
})

const buyers = chooseCombinations(CLIENTS, [0, 2])

describe.each(buyers)('%s of an instance that buys at another one', (name, connect) => {
  // A desktop host hands the key over; elsewhere it is decrypted from the file.
  const isHosted = name !== CLIENTS[0]?.[0]
  const env = isHosted
    ? { BELLHOP_WALLET_KEY: canary }
    : { BELLHOP_WALLET_PASSWORD: password, X402_PRIVATE_KEY: generatePrivateKey() }

  test('reads a page there once its user agrees, for the price, with a receipt', async () => {
    verifies('utility:1:paid', 'utility:3:paid')
    const before = [await usdc.balance(address), await usdc.balance(payTo)] as const
    const moved = async () => [
      before[0] - (await usdc.balance(address)),
      (await usdc.balance(payTo)) - before[1],
    ]
    let action: 'accept' | 'decline' = 'accept'
    const ask = ['--spend-approve-above', '0.001']
    const client = await connect(onStdio(env, ...ask), (message) => {
      printed += message
      return action
    })
    const { tools } = await client.listTools()
    printed += JSON.stringify(tools)
    expect(tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(['extract', 'wallet_status', 'price_check']),
    )
    const call = { name: 'extract', arguments: { url: `${pages.origin}/a` } }
    const article = kept(await client.callTool(call))
    expect(article.structuredContent).toMatchObject({ title: 'The Lobby' })
    expect(article.content[0]?.text).toContain('A bellhop carries')
    expect(await moved()).toEqual([PRICE, PRICE])
    const [receipt] = (article._meta?.['bellhop/paid'] ?? []) as { transaction: Hex }[]
    const mined = await usdc.chain.rpc('eth_getTransactionReceipt', [receipt?.transaction])
    expect(mined).toMatchObject({ status: '0x1' })

    action = 'decline'
    const declined = kept(await client.callTool(call))
    expect([declined.isError, declined.content[0]?.text]).toEqual([
      true,
      expect.stringMatching(/^payment_refused: The user declined/),
    ])
    expect(await moved()).toEqual([PRICE, PRICE])

    const status = kept(await client.callTool({ name: 'wallet_status', arguments: {} }))
    expect(status.structuredContent).toMatchObject({
      balance: String((await usdc.balance(address)) / 1e6),
      caps: { perCall: '0.01', approveAbove: '0.001' },
      spent: { session: '0.002', open: '0' },
    })
    expect(String(status.structuredContent?.['address']).toLowerCase()).toBe(address.toLowerCase())
    const history = kept(await client.callTool({ name: 'wallet_history', arguments: { limit: 1 } }))
    expect(history.structuredContent).toMatchObject({
      payments: [{ operation: 'extract', usd: '0.002', state: 'spent', ...receipt }],
    })
    const quote = { operation: 'extract', input: call.arguments }
    const price = kept(await client.callTool({ name: 'price_check', arguments: quote }))
    expect(price.structuredContent).toMatchObject({ place: 'there', usd: '0.002', allowed: true })
    const { contents } = await client.readResource({ uri: 'bellhop://payments' })
    printed += JSON.stringify(contents)
    expect(JSON.parse(contents[0]?.text ?? '')).toMatchObject({
      spends: {
        wallet: { network: 'eip155:8453' },
        payments: expect.arrayContaining([expect.objectContaining(receipt)]) as unknown,
      },
    })
    // What runs here is free, in a child process that knows no secret.
    const card = kept(
      await client.callTool({ name: 'unfurl', arguments: { url: `${pages.origin}/a` } }),
    )
    expect(card.structuredContent).toMatchObject({ title: 'The Lobby' })
    const environments = childEnvironments()
    expect(environments.length).toBeGreaterThan(0)
    for (const environment of environments) {
      expect(environment).not.toContain(canary.slice(2))
      expect(environment).not.toContain(password)
    }
    expect(await moved()).toEqual([PRICE, PRICE])
    await client.close()

    // The other generations, without anybody to ask: test/src/mcp/calls/approval.test.ts.
    if (isHosted) return
    const mute = await connect(onStdio(env, ...ask))
    const refused = kept(await mute.callTool(call))
    expect([refused.isError, refused.content[0]?.text]).toEqual([
      true,
      expect.stringMatching(/^payment_refused: .*consent/),
    ])
    expect(await moved()).toEqual([PRICE, PRICE])
    await mute.close()
  })
})

/** Environments of the processes that parse documents, as the system tells them. */
function childEnvironments(): string[] {
  return globSync('/proc/[0-9]*/cmdline').flatMap((file) => {
    try {
      if (!readFileSync(file, 'utf8').includes('sandbox/child')) return []
      return readFileSync(file.replace('cmdline', 'environ'), 'utf8')
    } catch {
      return []
    }
  })
}

test('the buyer’s journal and the seller’s earnings are about the same payments', async () => {
  const transactions = (path: string, query: string) => {
    const database = new DatabaseSync(path, { readOnly: true })
    const rows = database.prepare(query).all() as { transaction_hash: string; units: number }[]
    database.close()
    return rows.map(({ transaction_hash, units }) => `${transaction_hash} ${units}`).toSorted()
  }
  const spent = transactions(
    join(dataDir, 'bellhop.sqlite'),
    "select transaction_hash, units from buyer_authorization where state = 'spent'",
  )
  const earned = transactions(
    join(sellerDir, 'bellhop.sqlite'),
    "select transaction_hash, units from seller_payment where state = 'settled'",
  )
  expect(spent).toHaveLength(buyers.length)
  expect(earned).toEqual(spent)
  const output = await command(['wallet', ...buyingFlags()], { BELLHOP_WALLET_KEY: canary })
  expect(JSON.parse(output.stdout)).toMatchObject({
    spent: { day: `0.00${2 * buyers.length}`, open: '0' },
    payments: buyers.map(() => ({})),
  })
})

test('documents and PDFs within read are bought there, one for the price of the other', async () => {
  const [, connect] = CLIENTS[0] ?? []
  const places = ['--place', 'document_to_markdown=there,pdf_to_markdown=there']
  const client = await connect?.(onStdio({ BELLHOP_WALLET_KEY: canary }, ...places))
  const before = await usdc.balance(payTo)
  const urls = ['/walks.docx', '/walks.pdf', '/a'].map((path) => pages.origin + path)
  const answer = kept(await client!.callTool({ name: 'read', arguments: { urls } }))
  expect(resultText(answer).split(/^(?=\[\d of 3 · )/m)).toEqual([
    expect.stringMatching(/ · docx · .*A walk\./s),
    expect.stringMatching(/ · pdf · .*A walk\./s),
    expect.stringMatching(/ · page · .*The Lobby/s),
  ])
  const receipts = (answer._meta?.['bellhop/paid'] ?? []) as { operation: string; usd: string }[]
  expect(receipts.map(({ operation, usd }) => `${operation} ${usd}`).toSorted()).toEqual([
    'document_to_markdown 0.003',
    'pdf_to_markdown 0.003',
  ])
  expect((await usdc.balance(payTo)) - before).toBe(2 * 3_000)
  await client?.close()
})

test('the command line pays too, under the same limits, and says so', async () => {
  const env = { BELLHOP_WALLET_KEY: canary }
  const call = ['call', 'extract', `${pages.origin}/a`, ...buyingFlags()]
  const bought = await command(call, env)
  expect(JSON.parse(bought.stdout)).toMatchObject({ title: 'The Lobby' })
  expect(bought.stderr).toMatch(/paid 0\.002 USD to 0x[0-9a-f]{40}: 0x[0-9a-f]{64}/)
  const capped = await command([...call, '--spend-per-call', '0.001'], env)
  expect(JSON.parse(capped.stdout)).toMatchObject({
    error: { code: 'payment_refused', fields: { reason: 'over_call_cap' } },
  })
  // Nobody sits at a pipe: what needs consent is not paid, and the way out is told.
  const unasked = await command([...call, '--spend-approve-above', '0.001'], env)
  expect(JSON.parse(unasked.stdout)).toMatchObject({
    error: {
      hint: expect.stringMatching(/terminal.*--spend-approve-above/) as string,
      fields: { reason: 'approval_unavailable' },
    },
  })
  const checked = await command(['doctor', ...buyingFlags()], env)
  expect(checked.stdout).toMatch(
    /"wallet","status":"ok","detail":"0x[0-9a-fA-F]{40} on eip155:8453/,
  )
})

test('tools of a paid MCP server are offered with their prices, and paid from the same wallet', async () => {
  const [, connect] = CLIENTS[0] ?? []
  const before = await usdc.balance(payTo)
  const atMcp = ['--remote-mcp', `${seller.url}/mcp`, '--toolsets', 'wallet']
  const client = await connect?.(onStdio({ BELLHOP_WALLET_KEY: canary }, ...atMcp))
  const { tools = [] } = (await client?.listTools()) ?? {}
  const remote = tools.filter(({ name }) => name.startsWith('remote:'))
  expect(remote.map(({ name }) => name)).toContain('remote:extract')
  const extract = remote.find(({ name }) => name === 'remote:extract')
  expect(extract?.description).toMatch(/Costs 0\.002 USD, paid by x402\. Runs at 127\.0\.0\.1:\d+/)
  expect(extract).toMatchObject({
    inputSchema: { properties: { url: { type: 'string' } }, required: ['url'] },
  })
  const call = { name: 'remote:extract', arguments: { url: `${pages.origin}/a?mcp` } }
  const article = await client?.callTool(call)
  expect(article?.content[0]?.text).toContain('A bellhop carries')
  expect((await usdc.balance(payTo)) - before).toBe(PRICE)
  expect(article?._meta).toMatchObject({
    'bellhop/untrusted': true,
    'bellhop/paid': [{ operation: 'remote:extract', usd: '0.002' }],
  })
  printed += JSON.stringify([tools, article])
  await client?.close()
})

test('an HTTP server never shows the wallet', async () => {
  await using server = await serveBellhop(buyingFlags(), { BELLHOP_WALLET_KEY: canary })
  const status = await fetch(`${server.url}/wallet/status`, { method: 'POST', body: '{}' })
  expect(status.status).toBe(404)
  const [, connect] = CLIENTS[0] ?? []
  const client = await connect?.({ url: `${server.url}/mcp` })
  const tools = (await client?.listTools())?.tools.map(({ name }) => name)
  expect(tools).toContain('extract')
  const standard = servedOverHttp(selectStandard(await wholeCatalogue()))
  expect(tools).toEqual([...standard.map(({ name }) => name), ...FINDER_TOOLS])
  await client?.close()
  printed += server.stderr()
})

test('[32] neither key nor password is in any output, log, database, journal or environment', () => {
  const files = globSync('**/*', { cwd: dir.path, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.map((file) => file.slice(dir.path.length))).toEqual(
    expect.arrayContaining(['/buyer/bellhop.sqlite', '/buyer/wallet.json', '/stdio.log']),
  )
  const everything = [
    printed,
    seller.stderr(),
    ...files.map((file) => readFileSync(file, 'latin1')),
  ]
  expect(everything.join('').length).toBeGreaterThan(10_000)
  for (const text of everything) {
    expect(text.toLowerCase().includes(canary.slice(2))).toBe(false)
    expect(text.includes(password)).toBe(false)
  }
})

test('the environment of a running instance has no secret left', async () => {
  const script = `
    const { loadConfig } = await import(${JSON.stringify(join(ROOT, 'src/app/config/config.ts'))})
    loadConfig()
    const { execFileSync } = await import('node:child_process')
    process.stdout.write(execFileSync('env').toString() + JSON.stringify(process.env))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: cleanEnv({
      BELLHOP_WALLET_KEY: canary,
      BELLHOP_WALLET_PASSWORD: password,
      X402_PRIVATE_KEY: canary,
      BELLHOP_REMOTE_KEY: password,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const environment = await readAll(child.stdout)
  expect(environment).toContain('PATH=')
  expect(environment).not.toContain(canary.slice(2))
  expect(environment).not.toContain(password)
})
