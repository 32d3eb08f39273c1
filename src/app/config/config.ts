import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { isBucket } from '../../files/location.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { Secret } from '../../lib/secret.ts'
import { clearStartEnvironment } from './clear-start-environment.ts'
import { chainPairs, isAlmost, RPC_PREFIX } from './setting-values.ts'
import { SECRETS, type SettingName, SETTINGS } from './settings.ts'

/** A configuration that cannot be used; the message names the setting and its valid values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Values = { [N in SettingName]: z.output<(typeof SETTINGS)[N]['schema']> }

/** Secrets of the environment, by what they are for. */
export type Secrets = Readonly<Record<keyof typeof SECRETS, Secret | undefined>>

/** The settings in force, plus further facts of the environment. */
export interface Config extends Omit<Values, 'data-dir' | 'wallet-file'> {
  'data-dir': string
  'wallet-file': string
  secrets: Secrets
  /** Present where a collector of OpenTelemetry is named. */
  telemetry: Telemetry | undefined
  /** Where executables are looked for. */
  searchPath: string
  /** Whether a script of npm is what runs this program. */
  isNpmScript: boolean
}

/** Where settings come from. */
export interface ConfigSources {
  /** Flags of the command line, by name. */
  flags?: Readonly<Record<string, string | boolean | undefined>>
  /** Secrets are taken out of it, so that no child process and no dump of the environment has them. */
  env?: Record<string, string | undefined>
}

/**
 * Resolves all settings: a flag wins over `BELLHOP_…`, that over the file, that over the default.
 * An empty value counts as unset. Throws ConfigError, also for a variable `BELLHOP_…` that nothing reads.
 */
export function loadConfig({ flags = {}, env = process.env }: ConfigSources = {}): Config {
  const fileName = flags['config'] ?? env['BELLHOP_CONFIG']
  const file = typeof fileName === 'string' && fileName !== '' ? readFile(fileName) : {}
  requireKnownNames(env)
  const values: Record<string, unknown> = {}
  const namedChains = {
    ...ownChainsIn(file),
    ...ownChainsIn(env, 'BELLHOP_RPC_'),
    ...ownChainsIn(flags),
  }
  for (const [name, { schema }] of Object.entries(SETTINGS)) {
    const [source, raw] = firstSet([
      [`--${name}`, flags[name]],
      [envName(name), env[envName(name)]],
      [`"${name}" in ${fileName}`, file[name]],
    ])
    const parsed = schema.safeParse(name === 'rpc' ? withNamed(raw, namedChains) : raw)
    if (!parsed.success) {
      throw new ConfigError(`${source}: ${z.prettifyError(parsed.error).replace(/^✖ /, '')}`)
    }
    values[name] = parsed.data
  }
  const settings = values as Values
  const ownPlace = placeOf(settings)
  const dataDir = join(settings['data-dir'] ?? defaultDataDir(env), ownPlace)
  return {
    ...settings,
    'data-dir': dataDir,
    'upload-store': placeWithin(settings['upload-store'], ownPlace),
    'wallet-file': settings['wallet-file'] ?? join(dataDir, 'wallet.json'),
    secrets: takeSecrets(env),
    telemetry: readTelemetry(env),
    searchPath: env['PATH'] ?? '',
    isNpmScript: env['npm_lifecycle_event'] !== undefined,
  }
}

/** Folder of an organization within what several may be given; none where it has a database of its own. Throws ConfigError. */
function placeOf({
  'database-schema': schema,
  'database-url': url,
}: Pick<Values, 'database-schema' | 'database-url'>): string {
  if (schema === undefined) return ''
  if (url !== undefined) return `organizations/${schema}`
  throw new ConfigError('--database-schema names a schema of Postgres: it needs --database-url.')
}

/** Where an organization keeps uploads, in a folder or bucket that others may be given too. */
function placeWithin(store: string | undefined, place: string): string | undefined {
  if (store === undefined || place === '') return store
  return isBucket(store) ? store.replace(/\/*(?=\?|$)/, `/${place}`) : join(store, place)
}

/**
 * Variables that orchestrators set by themselves beside a service of this program's name (Kubernetes, links of Docker), and the one of
 * `deploy/compose.yaml`.
 */
const SERVICE_LINK =
  /^BELLHOP_(?:NAME|(?:\w+_)?(?:SERVICE_(?:HOST|PORT)|PORT_\d+_(?:TCP|UDP))(?:_\w+)?)$/
const SERVICE_ADDRESS = /^(?:tcp|udp):\/\/[\d.:[\]a-f]+$/i

/** Throws for a variable that is a slip, or of another version: its owner counts on what it says. */
function requireKnownNames(env: Readonly<Record<string, string | undefined>>): void {
  const known = [
    ...Object.keys(SETTINGS).map(envName),
    ...Object.values(SECRETS).map(({ variable }) => variable),
  ]
  for (const [name, value] of Object.entries(env)) {
    const isOwnChain = name.startsWith(envName(RPC_PREFIX))
    if (!name.startsWith('BELLHOP_') || known.includes(name) || isOwnChain || !value) continue
    if (SERVICE_LINK.test(name) || SERVICE_ADDRESS.test(value)) continue
    const nearest = nearestName(name, known)
    const advice =
      nearest === undefined ? 'See docs/configuration.md' : `Is ${nearest} meant? Correct it`
    throw new ConfigError(`${name}: there is no such setting. ${advice}, or remove it.`)
  }
}

/** Chains that the operator names, by those names: `--rpc-gnosis`, `BELLHOP_RPC_GNOSIS`. Throws ConfigError for what is a slip. */
function ownChainsIn(
  given: Readonly<Record<string, unknown>>,
  prefix: string = RPC_PREFIX,
): Record<string, unknown> {
  const own: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const name = key.slice(prefix.length).toLowerCase().replaceAll('_', '-')
    const setting = `${RPC_PREFIX}${name}`
    const isSet = value !== undefined && value !== '' && !isPlaceholder(value)
    if (!key.startsWith(prefix) || Object.hasOwn(SETTINGS, setting) || !isSet) continue
    const near = Object.keys(SETTINGS).find(
      (known) => known.startsWith(RPC_PREFIX) && isAlmost(known, setting),
    )
    if (near !== undefined)
      throw new ConfigError(`${key}: is ${near} meant? A chain of your own needs another name.`)
    own[name] = value
  }
  return own
}

/** Chains of the one setting that holds several, and those with a setting of their own. */
function withNamed(raw: unknown, named: Record<string, unknown>): unknown {
  const together = chainPairs(raw)
  if (Object.keys(named).length === 0) return together
  return typeof together === 'object' ? { ...together, ...named } : named
}

/** Which signals go to a collector, and when. Its address and keys the exporters read in the standard variables themselves. */
export interface Telemetry {
  traces: boolean
  metrics: boolean
  /** Share of new traces that is kept, where not all are. */
  ratio: number | undefined
  /** How long spans wait to be sent together, and from one sending of metrics to the next, in milliseconds. */
  spanDelayMs: number | undefined
  metricIntervalMs: number | undefined
  /** Has no child process and no dump of the environment find the keys, once the exporters have them. */
  forgetKeys(): void
}

/** Reads the variables of OpenTelemetry that turn it on. Throws ConfigError for what would otherwise be silently without effect. */
function readTelemetry(env: Record<string, string | undefined>): Telemetry | undefined {
  const read = (name: string) => env[`OTEL_${name}`]?.trim() || undefined
  const isWanted = (signal: string): boolean => {
    const name = [`${signal}_ENDPOINT`, 'ENDPOINT'].find((one) => read(`EXPORTER_OTLP_${one}`))
    if (name === undefined || read(`${signal}_EXPORTER`) === 'none') return false
    if (!URL.canParse(read(`EXPORTER_OTLP_${name}`) ?? '')) {
      throw new ConfigError(
        `OTEL_EXPORTER_OTLP_${name}: name an address such as http://127.0.0.1:4318.`,
      )
    }
    const protocol = read(`EXPORTER_OTLP_${signal}_PROTOCOL`) ?? read('EXPORTER_OTLP_PROTOCOL')
    if (protocol === 'grpc') {
      throw new ConfigError(
        'OTEL_EXPORTER_OTLP_PROTOCOL: OTLP is sent by HTTP, mostly to port 4318.',
      )
    }
    return true
  }
  if (read('SDK_DISABLED')?.toLowerCase() === 'true') return undefined
  const [traces, metrics] = [isWanted('TRACES'), isWanted('METRICS')]
  if (!traces && !metrics) return undefined
  const number = (name: string): number | undefined => {
    const value = read(name)
    if (value === undefined) return undefined
    if (!/^\d+(?:\.\d+)?$/.test(value)) throw new ConfigError(`OTEL_${name}: give a number.`)
    return Number(value)
  }
  const sampler = read('TRACES_SAMPLER') ?? ''
  return {
    traces,
    metrics,
    ratio: sampler.endsWith('always_off')
      ? 0
      : sampler.endsWith('traceidratio')
        ? number('TRACES_SAMPLER_ARG')
        : undefined,
    spanDelayMs: number('BSP_SCHEDULE_DELAY'),
    metricIntervalMs: number('METRIC_EXPORT_INTERVAL'),
    forgetKeys() {
      for (const name of Object.keys(env)) if (/^OTEL_.*HEADERS$/.test(name)) delete env[name]
    },
  }
}

/** Hides from other processes what this one was started with; false where that is not possible. */
export function hideEnvironment(): boolean {
  return clearStartEnvironment(process.env)
}

function takeSecrets(env: Record<string, string | undefined>): Secrets {
  const taken = Object.entries(SECRETS).map(([purpose, { variable }]) => {
    const value = env[variable]?.trim()
    delete env[variable]
    return [purpose, value && !isPlaceholder(value) ? new Secret(value) : undefined]
  })
  return Object.fromEntries(taken) as Secrets
}

/** Address of the chat server that this instance uses; undefined where the chat is here, or off. */
export function chatServerOf({ chat }: Pick<Config, 'chat'>): string | undefined {
  return chat === 'here' || chat === 'off' ? undefined : chat
}

/** Name of the environment variable of a setting. */
export function envName(name: string): string {
  return `BELLHOP_${name.toUpperCase().replaceAll('-', '_')}`
}

type Candidate = readonly [source: string, value: unknown]

function firstSet(candidates: readonly Candidate[]): Candidate {
  const isSet = ([, value]: Candidate) =>
    value !== undefined && value !== '' && !isPlaceholder(value)
  return candidates.find(isSet) ?? ['default', undefined]
}

/** Desktop hosts pass the placeholder itself for a setting that the user left open, and Kubernetes sets `BELLHOP_PORT` for its own use. */
function isPlaceholder(value: unknown): boolean {
  if (typeof value !== 'string') return false
  return value.startsWith('${user_config.') || SERVICE_ADDRESS.test(value)
}

function readFile(path: string): Record<string, unknown> {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new ConfigError(`--config: ${path} cannot be read as JSON.`, { cause })
  }
  const parsed = z.record(z.string(), z.unknown()).safeParse(content)
  if (!parsed.success) throw new ConfigError(`--config: ${path} does not hold a JSON object.`)
  const unknown = Object.keys(parsed.data).filter(
    (name) => !Object.hasOwn(SETTINGS, name) && !name.startsWith(RPC_PREFIX),
  )
  if (unknown.length > 0) {
    throw new ConfigError(`--config: ${path} has unknown settings: ${unknown.join(', ')}.`)
  }
  return parsed.data
}

function defaultDataDir(env: Readonly<Record<string, string | undefined>>): string {
  const home = homedir()
  const xdg = env['XDG_DATA_HOME']
  if (xdg) return join(xdg, 'bellhop')
  if (process.platform === 'win32') return join(env['LOCALAPPDATA'] ?? home, 'Bellhop')
  const mac = join(home, 'Library', 'Application Support')
  if (process.platform === 'darwin' && existsSync(mac)) return join(mac, 'Bellhop')
  return join(home, '.local', 'share', 'bellhop')
}
