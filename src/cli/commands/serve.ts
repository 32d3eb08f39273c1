import { setFlagsFromString } from 'node:v8'
import { prompts } from '../../../tools/prompts.ts'
import { startBackgroundJobs } from '../../app/background-jobs/run-background-jobs.ts'
import { CallLog } from '../../app/call-log.ts'
import { composeWeb } from '../../app/compose-web.ts'
import type { Composed } from '../../app/compose.ts'
import { diskReadings, markOfUploads } from '../../app/compose/compose-disks.ts'
import {
  type ComposedOAuth,
  composeOAuth,
  elsewhereBy,
  letsProgramsIn,
} from '../../app/compose/compose-oauth.ts'
import {
  connectionReadings,
  eventReadings,
  moneyReadings,
} from '../../app/compose/compose-readings.ts'
import { type Config, ConfigError, hideEnvironment } from '../../app/config/config.ts'
import { Instances } from '../../app/instances.ts'
import { chatBackgroundJobs } from '../../chat/background-jobs.ts'
import { type Account, isRemoteAccount } from '../../contract/chat.ts'
import { StoreRefused } from '../../contract/errors.ts'
import type { Services } from '../../contract/operation.ts'
import type { Principal } from '../../contract/principal.ts'
import { admitAccount, admitCall } from '../../contract/rate-limited.ts'
import { KeyPlans } from '../../core/plans/key-plans.ts'
import type { HostAccess } from '../../core/run/principals.ts'
import type { Offer } from '../../core/select/select.ts'
import { createHttpApp } from '../../http/app.ts'
import { type KeyRing, NO_KEYS } from '../../http/callers/bearer.ts'
import { POLL_GATHER_MS } from '../../http/limits.ts'
import { listen } from '../../http/listen.ts'
import { isLoopback } from '../../lib/loopback.ts'
import { createMetrics, loadReadings } from '../../lib/metrics.ts'
import { RateLimit } from '../../lib/rate-limit.ts'
import { sharedQuestions } from '../../mcp/calls/shared-questions.ts'
import { createMcpEndpoint } from '../../mcp/http.ts'
import { Neighbours } from '../../mcp/sessions/neighbours.ts'
import { openOwnerDesk } from './owner-desk.ts'
import { openKeyRing, scrapeKey } from './server-keys.ts'
import { onParentEnd, onStopSignal } from './stop-signals.ts'

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; choose another with --port',
  EADDRNOTAVAIL: 'this machine has no such address; choose another with --host',
  ENOTFOUND: 'the name is unknown; choose another with --host',
  EMFILE: 'this process may open too few files; raise the limit (`ulimit -n`) to 1024 or more',
  EACCES: 'the port needs more rights; choose one above 1023 with --port',
}

/** How much the heap may grow beyond what is in use before garbage is collected, in percent. The default of V8 is 300. */
const HEAP_GROWTH_PERCENT = 50

/** V8 lets garbage grow to four times what is in use when much is allocated: a busy hostile caller would fill the machine. */
function boundGarbage(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
}

/** `bellhop serve`: serves HTTP until SIGINT or SIGTERM. Throws ConfigError for an unsafe set-up. */
export async function serve(composed: Composed, config: Config, offer: Offer): Promise<void> {
  boundGarbage()
  const { services, store, info, chat, disks, tasks, loads, observeCalls, sell, inspectSale } =
    composed
  const { lostLogLines } = composed
  const { standardTools } = offer
  if (!hideEnvironment() && process.platform === 'linux') {
    services.log.warn(
      { file: `/proc/${process.pid}/environ` },
      'the start environment of this process, with its secrets, stays readable in this file',
    )
  }
  // Accounts of another server find their routes there.
  const operations = chat.server
    ? offer.routes.filter(({ usesAccount }) => !usesAccount)
    : offer.routes
  const hasChat = operations.some(({ usesAccount }) => usesAccount)
  const isAccountChat = hasChat && config.chat === 'here'
  requireAuthentication(config, isAccountChat)
  const seller = await sell(operations)
  if (seller) {
    const { proveSale } = await import('./prove-sale.ts')
    await proveSale(async () => inspectSale(operations), services.log)
  }
  const keys = await openKeyRing(config, isForOthers(config))
  const metricsKey = scrapeKey(config, keys)
  if (keys === NO_KEYS && !config.paid) {
    services.log.warn(
      'these settings let others reach this server, and there is no --key-file: routes are closed, and /mcp is open to accounts of the chat',
    )
  }
  const accountLimit = new RateLimit(config['chat-rate-limits'])
  // Where no keys are asked for, nobody else reaches this server.
  const hostAccess: HostAccess = {
    strangers: keys === undefined,
    key: (name) => keys?.reachesAllowedHosts(name) ?? false,
  }
  const callLimit = new RateLimit(config['rate-limits'])
  let letIn: ComposedOAuth | undefined
  let iconAddress: string | undefined
  const keyPlans = plansOf(keys, composed)
  const limited = withPlans(services, keyPlans)
  const deps = {
    services: limited,
    hostAccess,
    admitCall(caller: string | undefined, { id }: Principal) {
      // As at the door: whoever is alone with an open server waits for nobody.
      if (caller !== undefined || !hostAccess.strangers) {
        admitCall(callLimit, id, services.now().getTime())
      }
    },
    info,
    toolPrefix: config['tool-prefix'],
    prompts,
    tasks,
    questions: sharedQuestions(store),
    findPage: chat.findPage,
    iconsAt: () => iconAddress,
    gate: seller?.gate,
    isKeyed: keys !== undefined,
    runsElsewhere: elsewhereBy(config),
    asksToSignIn: () => letIn !== undefined,
    // Whoever pays may come through a proxy.
    isOpen: keys === undefined && !config.paid && !chat.server,
    // The other server counts its accounts itself.
    admit(account: Account) {
      if (!isRemoteAccount(account))
        admitAccount(accountLimit, account.user.id, services.now().getTime())
    },
  }
  // Several processes share a store at a server only.
  const instances =
    config['database-url'] === undefined
      ? undefined
      : new Instances({
          ...services,
          store,
          files: isAccountChat ? async () => markOfUploads(config) : undefined,
        })
  const sessionLimits = {
    maxCount: config['mcp-sessions'],
    perCallerMaxCount: config['mcp-sessions-per-caller'],
    perAddressMaxCount: config['mcp-sessions-per-address'],
  }
  const neighbours = instances && new Neighbours(instances)
  const endpoint = createMcpEndpoint(deps, offer, sessionLimits, neighbours)
  // The address that documents name is known only once the port is taken.
  const server = await listen((request, env) => app.fetch(request, env), {
    host: config.host,
    port: config.port,
    log: services.log,
    trustedProxies: config['trusted-proxies'],
    answerMemoryMb: config['answer-memory-mb'],
  }).catch((cause: NodeJS.ErrnoException) => {
    const reason = LISTEN_FAILURES[cause.code ?? ''] ?? cause.code ?? 'unknown reason'
    throw new ConfigError(`cannot listen on ${config.host}, port ${config.port}: ${reason}.`, {
      cause,
    })
  })
  let isStopping = false
  const publicUrl = config['public-url'] ?? defaultPublicUrl(config, server.url)
  seller?.announce(publicUrl)
  if (publicUrl.startsWith('https:')) iconAddress = publicUrl
  letIn = letsProgramsIn(config, publicUrl, isAccountChat)
    ? composeOAuth(config, { ...composed, publicUrl })
    : undefined
  const metrics = createMetrics(endpoint.sessionCount, [
    ...loadReadings('fetches', 'Fetches of pages', loads.fetches),
    ...loadReadings('parsers', 'Documents in the sandbox', loads.parsers),
    ...loadReadings('pages', 'Pages in the browser', loads.pages),
    {
      name: 'bellhop_log_lines_lost',
      help: 'Lines that the log could not write since the start.',
      read: async () => lostLogLines(),
    },
    ...diskReadings(disks, hasChat ? store : undefined),
    ...(config['database-url'] === undefined ? [] : connectionReadings(store)),
    ...(isAccountChat ? eventReadings(store, chat.chat) : []),
    ...(letIn?.readings ?? []),
    ...moneyReadings(
      { store, now: services.now },
      {
        spends: services.spending && { usdPerDay: config['spend-per-day'] },
        sells: seller !== undefined,
      },
    ),
  ])
  const log = new CallLog({ ...services, store, keepsFailures: true })
  observeCalls(metrics.observeCall, hasChat ? log : undefined, metrics.observeSource)
  composed.telemetry?.sendMetrics(metrics.collect)
  const app = createHttpApp({
    operations,
    services: limited,
    hostAccess,
    callLimit,
    metrics,
    mcp: endpoint.handle,
    allowedHosts: config['allowed-hosts'],
    publicUrl,
    trustedProxies: config['trusted-proxies'],
    isStopping: () => isStopping,
    ...(hasChat
      ? {
          chat: {
            rateRules: config['chat-rate-limits'],
            pollGatherMs: config['database-url'] === undefined ? 0 : POLL_GATHER_MS,
            accountLimit,
            web: composeWeb(),
            desk: openOwnerDesk(composed, config, { offer, metrics, log }),
          },
        }
      : {}),
    ...(keys ? { keys } : {}),
    ...(metricsKey ? { metricsKey } : {}),
    ...(keyPlans ? { keyPlans } : {}),
    ...(letIn ? { oauth: letIn.oauth } : {}),
    ...(seller ? { gate: seller.gate } : {}),
  })
  const { url } = server
  chat.listensAt(publicUrl)
  if (hasChat) {
    await openChat(services).catch(async (thrown) => {
      await server.close(async () => endpoint.close())
      throw thrown
    })
  }
  if (hasChat && process.stderr.isTTY) await greet({ chat, services }, publicUrl)
  await instances?.join(config['instance-url'] ?? url).catch(async (thrown) => {
    await server.close(async () => endpoint.close())
    throw thrown
  })
  const jobs = hasChat
    ? startBackgroundJobs({
        ...services,
        store,
        jobs: [...chatBackgroundJobs(chat.chat), tasks.job, log.job, ...(letIn?.jobs ?? [])],
      })
    : undefined
  if (offer.tools.length + offer.finder.names.length === 0) {
    services.log.warn('none of the tools of these toolsets is served over HTTP')
  }
  // Whoever reads that it listens may end it at once.
  const stopped = nextStop(config)
  services.log.info({ url, mcp: `${url}/mcp`, tools: standardTools.length }, 'listening')
  const signal = await stopped
  isStopping = true
  services.log.info('stopping')
  if (signal === 'SIGTERM') await drain(config)
  await server.close(async () => {
    await tasks.close()
    chat.endWaits()
    await jobs?.stop()
    await instances?.leave()
    await endpoint.close()
    await neighbours?.close()
    await log.close()
  })
}

/** Waits for what stops this server; undefined where that is the end of npm. */
async function nextStop(config: Config): Promise<NodeJS.Signals | undefined> {
  return new Promise((stop) => {
    onStopSignal(stop)
    if (config.isNpmScript) onParentEnd(() => stop(undefined))
  })
}

/** Waits until balancers have noticed that this server is not ready, or for a second signal. */
async function drain(config: Config): Promise<void> {
  const { promise: waited, resolve } = Promise.withResolvers<void>()
  using _ = onStopSignal(() => resolve())
  const timer = setTimeout(resolve, config['drain-seconds'] * 1000)
  await waited
  clearTimeout(timer)
}

/**
 * Creates what a new chat needs, and tells how to sign in, before anybody asks. A store that is away may come back;
 * throws `StoreRefused` for one that another version has made.
 */
async function openChat({ chat, log }: Composed['services']): Promise<void> {
  try {
    await chat()
  } catch (thrown) {
    if (thrown instanceof StoreRefused) throw thrown
    log.warn({ err: thrown }, 'the team chat is not available yet')
  }
}

/** Tells whoever started this server on a terminal where people go; a link is a key, and belongs into no log. */
async function greet(
  { chat, services: { log } }: Pick<Composed, 'chat' | 'services'>,
  publicUrl: string,
): Promise<void> {
  try {
    const { welcomeLink } = await import('../../chat/invitations/sign-in-link.ts')
    const link = await welcomeLink(await chat.chat())
    const next =
      link === undefined ? `people go to ${publicUrl}` : `set up the team chat at ${link}`
    process.stderr.write(`bellhop: ${next}\n`)
  } catch (thrown) {
    log.warn({ err: thrown }, 'a sign-in link could not be made')
  }
}

function requireAuthentication(config: Config, hasChat: boolean): void {
  if (isLoopback(config.host)) return
  if (config['allowed-hosts'].length === 0) {
    throw new ConfigError(
      `--host ${config.host} is reachable by others: name the public host names with --allowed-hosts.`,
    )
  }
  const publicUrl = config['public-url'] ?? defaultPublicUrl(config, '')
  const isOpen = config['key-file'] !== undefined || config.paid
  if (!isOpen && !letsProgramsIn(config, publicUrl, hasChat)) {
    throw new ConfigError(
      `--host ${config.host} is reachable by others: guard it with --key-file, let accounts of the chat in (--oauth), or sell with --paid.`,
    )
  }
}

/**
 * Whether others reach this server by the configuration: directly, or through a proxy on this machine, for which every caller
 * comes from loopback, and which may pass on any Host.
 */
function isForOthers(config: Config): boolean {
  const publicUrl = config['public-url']
  const names = [
    config.host,
    ...config['allowed-hosts'].map(hostNameOf),
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
  ]
  return config['trusted-proxies'] > 0 || !names.every(isLoopback)
}

/** An allowed host without its port. */
function hostNameOf(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host
}

/** An instance is reached by the first name that others know it by, through whatever ends TLS before it. */
function defaultPublicUrl(config: Config, listening: string): string {
  const names = config['allowed-hosts']
  const name =
    names.find((host) => !isLoopback(hostNameOf(host))) ??
    (isLoopback(config.host) ? undefined : names[0])
  return name === undefined ? listening : `https://${name}`
}

/** What holds keys and accounts to their plans; undefined where nobody needs either. */
function plansOf(
  keys: KeyRing | undefined,
  { services, store }: Pick<Composed, 'services' | 'store'>,
): KeyPlans | undefined {
  if (!keys) return undefined
  return new KeyPlans(keys.plans, store, () => services.now().getTime())
}

function withPlans(services: Services, plans: KeyPlans | undefined): Services {
  return plans ? { ...services, place: plans.before(services.place) } : services
}
