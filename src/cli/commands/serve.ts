import { readFile } from 'node:fs/promises'
import { prompts } from '../../../tools/prompts.ts'
import { startBackgroundJobs } from '../../app/background-jobs/run-background-jobs.ts'
import type { Composed } from '../../app/compose.ts'
import { type Config, ConfigError } from '../../app/config/config.ts'
import { chatBackgroundJobs } from '../../chat/background-jobs.ts'
import { type Account, isRemoteAccount } from '../../contract/chat.ts'
import { StoreRefused } from '../../contract/errors.ts'
import { admitAccount } from '../../contract/rate-limited.ts'
import type { Offer } from '../../core/select.ts'
import { createHttpApp } from '../../http/app.ts'
import { type KeyRing, parseKeyFile, unauthorized } from '../../http/bearer.ts'
import { listen } from '../../http/listen.ts'
import { createMetrics } from '../../lib/metrics.ts'
import { RateLimit } from '../../lib/rate-limit.ts'
import { createMcpEndpoint } from '../../mcp/http.ts'
import { onStopSignal } from './stop-signals.ts'

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; choose another with --port',
  EADDRNOTAVAIL: 'this machine has no such address; choose another with --host',
  ENOTFOUND: 'the name is unknown; choose another with --host',
  EACCES: 'the port needs more rights; choose one above 1023 with --port',
}

/** A key ring without keys, which admits nobody. */
const NO_KEYS: KeyRing = {
  identify(authorization) {
    if (authorization !== null) throw unauthorized()
    return undefined
  },
}

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** `bellhop serve`: serves HTTP until SIGINT or SIGTERM. Throws ConfigError for an unsafe set-up. */
export async function serve(
  { services, store, info, chat, observeCalls, sell }: Composed,
  config: Config,
  offer: Offer,
): Promise<void> {
  const { standardTools } = offer
  // Accounts of another server find their routes there.
  const operations = chat.server
    ? offer.routes.filter(({ usesAccount }) => !usesAccount)
    : offer.routes
  const hasChat = operations.some(({ usesAccount }) => usesAccount)
  refuseUnauthenticated(config)
  const seller = await sell(operations)
  const keys = await keyRing(config)
  const accountLimit = new RateLimit(config['chat-rate-limits'])
  const deps = {
    services,
    info,
    prompts,
    gate: seller?.gate,
    isKeyed: keys !== undefined,
    // The other server counts its accounts itself.
    admit(account: Account) {
      if (!isRemoteAccount(account))
        admitAccount(accountLimit, account.user.id, services.now().getTime())
    },
  }
  const endpoint = createMcpEndpoint(deps, offer, {
    maxCount: config['mcp-sessions'],
    perCallerMaxCount: config['mcp-sessions-per-caller'],
    perAddressMaxCount: config['mcp-sessions-per-address'],
  })
  const metrics = createMetrics(endpoint.sessionCount)
  observeCalls(metrics.observeCall)
  // The address that documents name is known only once the port is taken.
  const server = await listen(
    (request, env) => app.fetch(request, env),
    config.host,
    config.port,
  ).catch((cause: NodeJS.ErrnoException) => {
    const reason = LISTEN_FAILURES[cause.code ?? ''] ?? cause.code ?? 'unknown reason'
    throw new ConfigError(`cannot listen on ${config.host}, port ${config.port}: ${reason}.`, {
      cause,
    })
  })
  const publicUrl = config['public-url'] ?? defaultPublicUrl(config, server.url)
  seller?.announce(publicUrl)
  const app = createHttpApp({
    operations,
    services,
    metrics,
    mcp: endpoint.handle,
    allowedHosts: config['allowed-hosts'],
    publicUrl,
    trustedProxies: config['trusted-proxies'],
    ...(hasChat ? { chat: { rateRules: config['chat-rate-limits'], accountLimit } } : {}),
    ...(keys ? { keys } : {}),
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
  const jobs = hasChat
    ? startBackgroundJobs({ ...services, store, jobs: chatBackgroundJobs(chat.chat) })
    : undefined
  if (offer.tools.length === 0) {
    services.log.warn('nothing of these toolsets is served over HTTP: there are no tools')
  }
  services.log.info({ url, mcp: `${url}/mcp`, tools: standardTools.length }, 'listening')
  await new Promise<void>(onStopSignal)
  services.log.info('stopping')
  await server.close(async () => {
    chat.endWaits()
    await jobs?.stop()
    await endpoint.close()
  })
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

function refuseUnauthenticated(config: Config): void {
  if (LOOPBACK_HOST.test(config.host)) return
  if (config['allowed-hosts'].length === 0) {
    throw new ConfigError(
      `--host ${config.host} is reachable by others: name the public host names with --allowed-hosts.`,
    )
  }
  if (config['key-file'] === undefined && !config.paid) {
    throw new ConfigError(
      `--host ${config.host} is reachable by others: guard it with --key-file, or sell with --paid.`,
    )
  }
}

/** A public instance is reached by its name, through whatever ends TLS before it. */
function defaultPublicUrl(config: Config, listening: string): string {
  const [name] = config['allowed-hosts']
  return name === undefined || LOOPBACK_HOST.test(config.host) ? listening : `https://${name}`
}

/** The keys of the key file. On a public bind without one, unsold operations are closed. */
async function keyRing(config: Config): Promise<KeyRing | undefined> {
  const file = config['key-file']
  if (file !== undefined) return readKeys(file)
  return LOOPBACK_HOST.test(config.host) ? undefined : NO_KEYS
}

async function readKeys(path: string): Promise<KeyRing> {
  try {
    return parseKeyFile(await readFile(path, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(`--key-file: ${reason}`, { cause })
  }
}
