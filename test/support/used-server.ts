import { CallLog } from '../../src/app/call-log.ts'
import type { SpendingCaps } from '../../src/contract/spending.ts'
import { selectTools } from '../../src/core/select/select.ts'
import type { OwnerDesk, QuotaAmounts } from '../../src/http/owner/desk.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { emptyDesk } from './owner-desk.ts'
import { openWebPeople, type Visitor, type WebOptions, type WebPeople } from './web-people.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const NETWORK = 'eip155:8453'
const tools = selectTools(await wholeCatalogue())
let log: CallLog
let caps: SpendingCaps = { perCall: '0.1', perSession: '1', perDay: '5', approveAbove: '0.05' }

const HIGHEST: QuotaAmounts = { uploads: 10_000, uploadsPerAccount: 1_000, messagesPerAccount: 0 }
let quotas = HIGHEST
let begun: { archive: string; isTrial: boolean } | undefined

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10)
const amount = (of: string, usd: string) => ({ of, network: NETWORK, calls: 3, usd })
const sums = {
  operations: [
    amount('extract', '0.214'),
    amount('pdf_to_markdown', '0.06'),
    amount('token_price', '0.01'),
  ],
  days: Array.from({ length: 14 }, (_, n) =>
    amount(day(28 - n), String(((n * 7) % 11) / 50 + 0.01)),
  ),
}

/** A wallet that has paid, and a server that was used. */
const desk: OwnerDesk = {
  ...emptyDesk,
  money: async () => ({
    wallet: {
      address: ADDRESS,
      network: NETWORK,
      asset: 'USDC',
      balance: '12.5',
      caps,
      configured_caps: { perCall: '0.1', perSession: '1', perDay: '5', approveAbove: '0.05' },
      spent: { session: '0.25', day: '1.75', open: '0' },
    },
    spent: sums,
    earned: { operations: [], days: [], open: [] },
  }),
  caps: async () => caps,
  async setCaps(changed) {
    caps = { ...caps, ...changed }
  },
  payments: async () =>
    sums.operations.map(({ of: operation, usd }, index) => ({
      signedAt: new Date(Date.UTC(2026, 0, 2, index)).toISOString(),
      operation,
      host: 'a-seller-with-a-rather-long-name.example',
      payTo: ADDRESS,
      usd,
      network: NETWORK,
      state: index === 1 ? ('open' as const) : ('spent' as const),
      answered: true,
      transaction: null,
      reason: null,
    })),
  metrics: async () => ({
    calls: [
      { surface: 'mcp', operation: 'extract', outcome: 'ok', count: 214 },
      { surface: 'mcp', operation: 'extract', outcome: 'upstream_failed', count: 3 },
      { surface: 'http', operation: 'get_messages', outcome: 'ok', count: 90 },
    ],
    gauges: [
      { name: 'bellhop_uptime_seconds', help: 'Seconds since the process started.', value: 90_000 },
      { name: 'bellhop_resident_memory_bytes', help: 'Resident memory.', value: 210e6 },
      { name: 'bellhop_fetches_running', help: 'Fetches of pages under way.', value: 2 },
    ],
  }),
  doctor: async () => [
    { check: 'store', status: 'ok', detail: 'sqlite, /var/lib/bellhop' },
    {
      check: 'sandbox',
      status: 'warn',
      detail: 'no node binary found: documents are parsed in threads, with smaller limits',
    },
    { check: 'wallet', status: 'fail', detail: 'the chain cannot be read' },
  ],
  calls: async (limit, account) => log.calls(limit, account),
  failures: async (limit) => log.failures(limit),
  activity: async () => log.activity(),
  tools: async () => tools,
  quotas: async () => ({ inForce: quotas, configured: HIGHEST, usedMib: 212 }),
  async setQuotas(changed) {
    quotas = { ...quotas, ...changed }
  },
  imports: async () => ({
    folder: '/data/imports',
    archives: [{ name: 'team.zip', bytes: 3_000_000 }],
    job: begun && {
      ...begun,
      isRunning: false,
      progress: { step: 'importing', done: 2, total: 2 },
      report: {
        source: 'Mattermost',
        messagesFound: 1_240,
        messagesLeftOut: 40,
        brought: { people: 12, messages: 1_200 },
        leftOut: { 'pins of messages': 3 },
        leftOutPath: '/data/imports/3fa91c07d2be.left-out.jsonl',
        wasFinished: false,
      },
    },
  }),
  takeArchive: async () => 'other.zip',
  async startImport(archive, isTrial) {
    begun = { archive, isTrial }
  },
  moving: async () => ({
    exports: [],
    imports: [
      {
        id: '3fa91c07d2be',
        isFinished: false,
        atMs: Date.now(),
        files: 3,
        total: 8,
        brought: { people: 12, messages: 3_000 },
        leftOut: { 'entries of the audit log': 240 },
      },
      {
        id: '90cc1a0b7712',
        isFinished: true,
        atMs: Date.now() - 86_400_000,
        files: 1,
        total: 1,
        brought: { people: 4, messages: 380 },
        leftOut: {},
      },
    ],
  }),
}

/** A server whose agents have worked and paid, with its owner at a browser. */
export interface UsedServer {
  people: WebPeople
  owner: Visitor
  /** The agent that waits for an answer. */
  botId: number
  channelId: number
  /** Limits of its wallet now. */
  caps(): SpendingCaps
}

/** Starts one, with the page as it is or another one. */
export async function openUsedServer(options?: WebOptions): Promise<UsedServer> {
  const people = await openWebPeople(desk, options)
  const { chat, services } = people.world
  log = new CallLog({ ...services, store: async () => chat.store, keepsFailures: true })
  await people.add('Grace Hopper', 100)
  await people.add('Ada Byron', 200)
  await people.add('Robert Featherstonehaugh-Cholmondeley of Somewhere Very Far Away')
  const owner = await people.visit('grace.hopper@example.com')
  const made = await people.world.owner.post('/bots', {
    full_name: 'Deploy bot',
    short_name: 'deploy',
  })
  const botId = Number(made['user_id'])
  const call = { surface: 'mcp', usesChat: true, client: 'claude-desktop', account: botId }
  log.follow({ ...call, operation: 'send_message', startedMs: Date.now() - 400_000 })({
    outcome: 'ok',
    seconds: 0.02,
  })
  log.follow({ ...call, operation: 'get_messages', startedMs: Date.now() - 300_000 })({
    outcome: 'invalid_input',
    seconds: 0.01,
    error: { message: 'There is no channel of that name.', hint: 'Did you mean general?' },
  })
  log.follow({ ...call, operation: 'ask', startedMs: Date.now() - 60_000 })
  await people.world.owner.post('/realm/filters', {
    pattern: '#(?P<id>[0-9]+)',
    url_template: 'https://example.com/{id}',
  })
  await people.world.owner.post('/user_groups/create', {
    name: 'design',
    description: 'Those who draw',
    members: '[]',
  })
  const { stream_id: channelId } = await people.world.owner.get('/get_stream_id', {
    stream: 'general',
  })
  return { people, owner, botId, channelId: Number(channelId), caps: () => caps }
}
