import { CallLog } from '../../src/app/call-log.ts'
import { openAgentDesk } from '../../src/cli/commands/agent-desk.ts'
import type { SpendingCaps } from '../../src/contract/spending.ts'
import { limitSpending } from '../../src/core/plans/key-plan.ts'
import { selectTools } from '../../src/core/select/select.ts'
import type { OwnerDesk, QuotaAmounts } from '../../src/http/owner/desk.ts'
import { Journal } from '../../src/pay/buyer/journal.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { authorization, policy } from './journal-suite.ts'
import { emptyDesk } from './owner-desk.ts'
import { openWebPeople, type Visitor, type WebOptions, type WebPeople } from './web-people.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const NETWORK = 'eip155:8453'
const tools = selectTools(await wholeCatalogue())
let log: CallLog
let agents: ReturnType<typeof openAgentDesk>
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
  failures: async (limit, kind) => log.failures(limit, kind),
  activity: async () => log.activity(),
  ownerOf: async (id) => agents.ownerOf(id),
  agent: async (...whose) => agents.agent(...whose),
  setAgentLimit: async (...limit) => agents.setAgentLimit(...limit),
  endConsent: async (...consent) => agents.endConsent(...consent),
  endKey: async (...key) => agents.endKey(...key),
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
  const ticking = { ...services, now: () => new Date() }
  const parts = {
    services: ticking,
    store: async () => chat.store,
    chat: { chat: async () => chat },
  }
  agents = openAgentDesk(parts as unknown as Parameters<typeof openAgentDesk>[0], log)
  const grace = await people.add('Grace Hopper', 100)
  await people.add('Ada Byron', 200)
  await people.add('Robert Featherstonehaugh-Cholmondeley of Somewhere Very Far Away')
  const owner = await people.visit('grace.hopper@example.com')
  const made = await people.world.owner.post('/bots', {
    full_name: 'Deploy bot',
    short_name: 'deploy',
  })
  const botId = Number(made['user_id'])
  await leaveTraces(people, { botId, ownerId: grace.id })
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

/** Lets an agent have worked: for people of a topic, for money, in vain, and still. */
async function leaveTraces(
  { world }: WebPeople,
  { botId, ownerId }: { botId: number; ownerId: number },
): Promise<void> {
  const { id: message } = await world.owner.post('/messages', {
    type: 'channel',
    to: 'general',
    topic: 'Release notes',
    content: 'Read the page of the release, please.',
  })
  const draft = { type: 'stream', to: [1], topic: 'Half', content: 'Half a thought', timestamp: 1 }
  await world.owner.post('/drafts', { drafts: JSON.stringify([draft]) })
  const at = (secondsAgo: number) => Date.now() - secondsAgo * 1_000
  const call = {
    surface: 'mcp',
    isAgent: true,
    account: botId,
    client: 'claude-desktop 1.4.2',
    way: 'key' as const,
    usesChat: false,
    arguments: 'url: https://docs.a-rather-long-name.example/releases/2026/notes, maxChars: 5000',
  }
  const ok = { outcome: 'ok', seconds: 0.4 }
  const chatting = { ...call, usesChat: true, message: Number(message) }
  const said = 'channel: general, topic: Release notes, content: (212 characters)'
  log.follow({ ...chatting, operation: 'get_messages', arguments: said, startedMs: at(900) })(ok)
  log.follow({ ...call, operation: 'extract', paid: ['0.002'], startedMs: at(800) })(ok)
  log.follow({ ...call, operation: 'pdf_to_markdown', startedMs: at(700) })({
    outcome: 'payment_refused',
    seconds: 8,
    error: {
      message: 'The user declined the payment.',
      hint: 'Do not ask again unless the user wants it.',
    },
  })
  log.follow({ ...call, operation: 'metadata', startedMs: at(600) })({
    outcome: 'upstream_timeout',
    seconds: 10,
    error: { message: 'The other server did not answer in time.', hint: 'Try again later.' },
  })
  log.follow({ ...chatting, operation: 'send_message', arguments: said, startedMs: at(400) })(ok)
  log.follow({ ...call, operation: 'rss_to_json', startedMs: at(300) })({
    outcome: 'internal',
    seconds: 0.01,
    error: { message: 'The operation failed unexpectedly.', hint: 'Its log holds the cause.' },
  })
  log.follow({ ...chatting, operation: 'ask', startedMs: at(60) })
  const { store } = world.chat
  const journal = new Journal(
    async () => store,
    'web',
    () => Date.now(),
  )
  const pair = {
    account_id: botId,
    host: 'api.a-rather-long-seller.example:8443',
    network: NETWORK,
  }
  const seller = { ...pair, pay_to: ADDRESS.toLowerCase() }
  await journal.letStand(seller, 500_000)
  await limitSpending(store, `chat user ${botId}`, '2')
  for (const [n, consent] of (['asked', 'standing', null] as const).entries()) {
    const signed_ms = at(60 * n)
    await journal.reserve(
      { ...authorization(`traces ${n}`), ...seller, consent, units: 20_000 * (n + 1), signed_ms },
      { ...policy, perDayUnits: 10_000_000 },
    )
  }
  await journal.close('traces 0', { state: 'spent', transaction: null })
  const nowSeconds = Math.floor(Date.now() / 1_000)
  await store.write(async (tx) =>
    tx
      .insertInto('oauth_grant')
      .values({
        id: 'grant-1',
        account_id: ownerId,
        client_id: 'https://editor.example/client.json',
        client_name: 'Editor',
        redirect_host: 'editor.example',
        scopes: 'mcp chat:write pay',
        created_at: nowSeconds - 90_000,
        used_at: nowSeconds - 500,
      })
      .execute(),
  )
}
