import { join } from 'node:path'
import type { ChatServices } from '../chat/kernel/types.ts'
import type { CallCourse } from '../contract/call-course.ts'
import type { GuardedFetch, OperatorFetch } from '../contract/net.ts'
import type { AnyOperation, Services } from '../contract/operation.ts'
import { principalOfUser } from '../core/run/principals.ts'
import { HOUR_SECONDS } from '../lib/durations.ts'
import { createLog } from '../lib/log.ts'
import type { CallObserver, Load, SourceObserver } from '../lib/metrics.ts'
import { once } from '../lib/once.ts'
import { RateLimit } from '../lib/rate-limit.ts'
import { VERSION } from '../lib/version.ts'
import type { ServerInfo } from '../mcp/server-parts.ts'
import { tasksOnDemand, type TaskService } from '../mcp/tasks/service.ts'
import { pagesOnDemand } from '../net/cache/open.ts'
import { DEFAULT_FETCH_LIMITS, FetchTurns } from '../net/fetch/fetch-turns.ts'
import { createFileReader } from '../net/fetch/file-reader.ts'
import { createGuardedFetch, type GuardedFetchSettings } from '../net/fetch/guarded-fetch.ts'
import { sharedBudget } from '../net/fetch/shared-budget.ts'
import { createVetAddress } from '../net/guard/vet-address.ts'
import { FETCHES_RESERVED_COUNT } from '../net/limits.ts'
import { createOperatorFetch } from '../net/operator/operator-fetch.ts'
import type { Permit } from '../net/robots/obeying-fetch.ts'
import type { SaleFinding } from '../pay/seller/inspect-seller.ts'
import type { Seller } from '../pay/seller/seller.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { storeOnDemand } from '../store/open.ts'
import type { Store } from '../store/port.ts'
import type { CallLog, CallLogParts } from './call-log.ts'
import { composeBrowser } from './compose/compose-browser.ts'
import { composeChat, type ComposedChat } from './compose/compose-chat.ts'
import { composeDisks, createReadinessCheck, type Disks } from './compose/compose-disks.ts'
import { fetchingInner, holdingInner, linkFiles, withLocalFiles } from './compose/compose-files.ts'
import { composeLinkPreviews } from './compose/compose-link-previews.ts'
import { composeOnChain } from './compose/compose-onchain.ts'
import {
  composeOutgoingProxy,
  composeRobots,
  composeServiceCalls,
  readingHosts,
} from './compose/compose-outgoing.ts'
import { composePlace, requireInnerAllowed } from './compose/compose-place.ts'
import type { openTelemetry as OpenTelemetry, SentTelemetry } from './compose/compose-telemetry.ts'
import { type Config, ConfigError } from './config/config.ts'
import { sandboxEntry } from './sandbox-entry.ts'

/** The parts of a running instance, and how to end it. */
export interface Composed {
  services: Services
  /** The services of a client on stdio, which may read files of this machine besides (`--read-roots`). */
  localServices(): Services
  /** The database, opened on first use. */
  store(): Promise<Store>
  chat: ComposedChat
  /** Calls endpoints that the operator has configured. */
  operatorFetch: OperatorFetch
  disks: Disks
  /** Calls over MCP that go on after their clients were answered. */
  tasks: TaskService
  info: ServerInfo
  /** Present where a collector is named. */
  telemetry: SentTelemetry | undefined
  /** Lines that the log could not write since the start. */
  lostLogLines(): number
  /** How busy the parts are that do only so much at once. */
  loads: { fetches(): Load; parsers(): Load; pages(): Load }
  /** Starts selling these operations, if configured. Throws ConfigError. */
  sell(offered: readonly AnyOperation[]): Promise<Seller | undefined>
  /** Looks at what a payment needs on its way to a seller of these operations; nothing is sold by it. Throws ConfigError. */
  inspectSale(offered: readonly AnyOperation[]): Promise<SaleFinding[]>
  /** Replaces what looks at calls and at what sources of facts answer, which nothing does until then. */
  observeCalls(
    observer: CallObserver | undefined,
    log: Pick<CallLog, 'follow' | 'placeOf'> | undefined,
    sources?: SourceObserver,
  ): void
  close(): Promise<void>
}

/**
 * Builds the services of a configuration. Nothing is opened, started or loaded before its first use.
 * `operations` are those that can be called by name at another instance. `openTelemetry` is loaded where a collector is named.
 */
export function compose(
  config: Config,
  defaultLogLevel: NonNullable<Config['log-level']>,
  operations: readonly AnyOperation[] = [],
  openTelemetry?: typeof OpenTelemetry,
): Composed {
  const log = createLog(config['log-level'] ?? defaultLogLevel)
  const telemetry = config.telemetry && openTelemetry?.(config.telemetry, log)
  const location = config['database-url'] ?? join(config['data-dir'], 'bellhop.sqlite')
  const { searchPath, sandbox: mode, parsers, 'parser-memory-mb': memoryMb } = config
  const sandbox = createSandbox({
    log,
    entry: sandboxEntry(),
    searchPath,
    mode,
    requested: {
      parsers,
      memoryMaxBytes: memoryMb === undefined ? undefined : memoryMb * 1_000_000,
    },
  })
  const store = storeOnDemand({
    location,
    log,
    schema: config['database-schema'],
    listenUrl: config['database-listen-url'],
    maxConnections: config['database-connections'],
  })
  const now = () => new Date()
  let observer: CallObserver | undefined
  let callLog: Pick<CallLog, 'follow' | 'placeOf'> | undefined
  let sourceObserver: SourceObserver | undefined
  let seller: Seller | undefined
  const userAgent = config['user-agent'] ?? `Bellhop/${VERSION}`
  const proxy = composeOutgoingProxy(config)
  const operatorFetch = createOperatorFetch({ userAgent, proxy })
  const disks = composeDisks(config)
  const buying = { operatorFetch, store: store.open, now, log }
  const turns = new FetchTurns({
    ...DEFAULT_FETCH_LIMITS,
    maxCount: config.fetches,
    perPrincipalMaxCount: config['fetches-per-caller'],
    reservedCount: Math.min(FETCHES_RESERVED_COUNT, Math.floor(config.fetches / 4)),
  })
  const serviceClient = composeServiceCalls(config, { turns, userAgent, log, proxy })
  const chat = composeChat(config, {
    ...buying,
    serviceClient,
    ...composeLinkPreviews(config, () => services),
    uploadDisk: disks.uploads,
  })
  const bodies = {
    memory: sharedBudget(config['body-memory-mb'] * 1_000_000),
    folder: join(config['data-dir'], 'spool'),
    disk: sharedBudget(config['spool-mb'] * 1_000_000),
  }
  const fetching = guarded(config, {
    proxy,
    turns,
    userAgent,
    log,
    bodies,
    pages: pagesOnDemand({
      folder: join(config['data-dir'], 'cache'),
      diskMaxBytes: config['cache-mb'] * 1_000_000,
      disk: disks.data,
      now: () => now().getTime(),
      log,
    }),
  })
  const permit = composeRobots(config, {
    // Turns of their own: whoever reads a page has one, and waits for its rules.
    fetch: guarded(config, { userAgent, log, bodies }).fetch,
    userAgent,
    now: () => now().getTime(),
  })
  const browser = composeBrowser(config, {
    vetAddress: fetching.vetAddress,
    operatorFetch,
    permit,
    proxy,
    userAgent,
    log,
  })
  const inner = { sandbox, readFile: createFileReader({ turns, bodies, log }) }
  const services: ChatServices = {
    instance: {},
    ...composePlace(config, operations, buying),
    requireInnerAllowed: (operation) => requireInnerAllowed(operation, config, seller),
    ...fetching,
    fetch: fetchingInner(permit ? obeying(fetching.fetch, permit) : fetching.fetch, inner),
    onchain: composeOnChain(config, {
      operatorFetch,
      guardedFetch: fetching.fetch,
      now,
      log,
      observeSource: (...answer) => sourceObserver?.(...answer),
    }),
    sandbox,
    browser,
    requireStore: createReadinessCheck({ store: store.open, disks }),
    ...ownerAsking(config, chat, now, async (course) => callLog?.placeOf(course)),
    chat: chat.chat,
    watchChat: chat.watchChat,
    accounts: chat.accounts,
    files: holdingInner(linkFiles(chat.uploads, inner.readFile), inner),
    now,
    log,
    observeCall: (...call) => observer?.(...call),
    followCall: (course) => callLog?.follow(course) ?? (() => {}),
    tracer: telemetry?.tracer,
  }
  const isStoreHere = config['database-url'] === undefined
  const tasks = tasksOnDemand({
    store: store.open,
    now,
    log,
    ...(isStoreHere ? { hasRoom: async (bytes: number) => disks.data.has(bytes) } : {}),
  })
  return {
    services,
    localServices() {
      const load = once(async () => {
        const { openLocalFiles } = await import('./compose/compose-local-files.ts')
        return openLocalFiles(config, inner.readFile)
      })
      return { ...services, files: holdingInner(withLocalFiles(services.files, load), inner) }
    },
    store: store.open,
    chat,
    operatorFetch,
    disks,
    tasks,
    telemetry,
    loads: { fetches: () => turns.counts, parsers: sandbox.load, pages: browser.load },
    lostLogLines: log.lostCount,
    info: { version: VERSION, charged: config.paid, limits: readLimits },
    async sell(offered) {
      if (!config.paid) return undefined
      const { composeSeller } = await import('./compose/compose-seller.ts')
      seller = composeSeller(config, offered, { services, store: store.open, operatorFetch })
      return seller
    },
    async inspectSale(offered) {
      if (!config.paid) return []
      const { inspectSale } = await import('./compose/inspect-sale.ts')
      return inspectSale(config, offered, { ...buying, services })
    },
    observeCalls(next, nextLog, nextSources) {
      observer = next
      callLog = nextLog
      sourceObserver = nextSources
    },
    async close() {
      // Before anything that they wait for ends: others go on with them.
      await tasks.close()
      await seller?.close()
      await chat.close()
      await Promise.allSettled([sandbox.close(), browser.close(), store.close()])
      await telemetry?.close()
    },
  }
}

/** Questions to the owner in an hour: whoever can make an agent ask must not be able to wear the owner down. */
const OWNER_QUESTIONS_PER_HOUR = 10

function ownerAsking(
  config: Config,
  chat: ComposedChat,
  now: () => Date,
  placeOf: (course: CallCourse) => Promise<number | undefined>,
): Pick<Services, 'askOwner'> {
  if (!config['approve-by-chat']) return {}
  if (config.chat !== 'here') {
    throw new ConfigError(
      '--approve-by-chat asks the owner of the chat of this instance: --chat here.',
    )
  }
  const limit = new RateLimit([{ count: OWNER_QUESTIONS_PER_HOUR, seconds: HOUR_SECONDS }])
  return {
    async askOwner(payment, { caller, course, signal }) {
      if (limit.take('owner', now().getTime())?.allowed === false) return 'unable'
      const { askOwnerToPay } = await import('./compose/ask-owner-to-pay.ts')
      const isCaller = (userId: number) => caller === principalOfUser(userId).id
      const message = await placeOf(course)
      return askOwnerToPay(await chat.chat(), payment, { course, message, isCaller, signal })
    },
  }
}

/** A fetch that asks the rules of sites, loaded where any are asked. */
function obeying(fetch: GuardedFetch, permit: Permit): GuardedFetch {
  const load = once(async () => {
    const { obeyingFetch } = await import('../net/robots/obeying-fetch.ts')
    return obeyingFetch(fetch, permit)
  })
  return async (url, options) => (await load())(url, options)
}

function guarded(
  config: Config,
  settings: Omit<GuardedFetchSettings, 'allowHosts'>,
): Pick<Services, 'fetch' | 'vetAddress'> {
  const allowHosts = config['allow-hosts']
  return readingHosts('allow-hosts', () => ({
    fetch: createGuardedFetch({ ...settings, allowHosts }),
    vetAddress: createVetAddress({ allowHosts, proxy: settings.proxy }),
  }))
}

/** The limits in force: a long list, which few ask for. */
async function readLimits(): ReturnType<ServerInfo['limits']> {
  const { limits } = await import('./limits.ts')
  return limits
}

/** A log of calls that the first call loads: a start has none. */
export function makeLaterCallLog(
  parts: CallLogParts,
): Pick<CallLog, 'follow' | 'placeOf' | 'close'> {
  let opening: Promise<CallLog> | undefined
  const open = async (): Promise<CallLog> => {
    const { CallLog } = await import('./call-log.ts')
    return new CallLog(parts)
  }
  return {
    follow(course) {
      opening ??= open()
      const following = opening.then((log) => log.follow(course))
      return (ending) => void following.then((end) => end(ending))
    },
    placeOf: async (course) => (await (opening ??= open())).placeOf(course),
    async close() {
      const log = await opening
      await log?.close()
    },
  }
}
