import { createHash, timingSafeEqual } from 'node:crypto'
import { OperationError } from '../contract/errors.ts'
import type { KeyPlan } from '../core/key-plans.ts'
import { usdToUnits } from '../pay/money.ts'

/** Shorter keys can be guessed. */
export const KEY_MIN_CHARS = 24

/** Words that may follow a key in the file: a right, and what limits it. */
const ALLOW_HOSTS = 'allow-hosts'
const TOOLS = /^tools=([\w,-]+)$/
const CALLS_PER_DAY = /^calls-per-day=(\d{1,9})$/
const USD_PER_DAY = /^usd-per-day=(\d{1,6}(?:\.\d{1,6})?)$/
const HOSTS = /^hosts=([a-z\d.-]+(?:,[a-z\d.-]+)*)$/i

/** The bearer keys of an instance, each naming its caller. */
export interface KeyRing {
  /**
   * Name behind an Authorization header; undefined without a header. Throws `unauthorized` for a
   * header that is no known key.
   */
  identify(authorization: string | null): string | undefined
  /** Whether the hosts of `--allow-hosts` are open to the key of this name. */
  reachesAllowedHosts(name: string): boolean
  /** What the keys are held to that have limits, by name. */
  plans: ReadonlyMap<string, KeyPlan>
}

/** One line of a key file. */
interface Key {
  name: string
  digest: Buffer
  reachesAllowedHosts: boolean
  plan: KeyPlan
}

/**
 * Reads a key file: one `name key` per line, `#` at the start of a word begins a comment. A key may be stored as
 * `sha256:<hex of the key's SHA-256>`; after it, the word `allow-hosts` opens the hosts of `--allow-hosts` to it, and `tools=…`,
 * `calls-per-day=…`, `usd-per-day=…` and `hosts=…` limit it. Throws an Error that names the line, never the key.
 */
export function parseKeyFile(text: string): KeyRing {
  const keys: Key[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const words = line
      .replace(/(^|\s)#.*/, '')
      .trim()
      .split(/\s+/)
    if (!words[0]) continue
    const where = `Key file, line ${index + 1}`
    const key = readKey(words, where)
    if (keys.some((other) => other.name === key.name || other.digest.equals(key.digest))) {
      throw new Error(`${where}: the name or the key stands above already.`)
    }
    keys.push(key)
  }
  if (keys.length === 0) throw new Error('The key file holds no key.')
  return {
    identify(authorization) {
      if (authorization === null) return undefined
      const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
      const digest = sha256(token)
      const found = keys.find((key) => timingSafeEqual(key.digest, digest))
      if (!found) throw unauthorized()
      return found.name
    },
    reachesAllowedHosts: (name) => keys.some((key) => key.name === name && key.reachesAllowedHosts),
    plans: new Map(
      keys
        .filter(({ plan }) => Object.keys(plan).length > 0)
        .map(({ name, plan }) => [name, plan] as const),
    ),
  }
}

function readKey([name = '', key, ...rest]: readonly string[], where: string): Key {
  if (!key) throw new Error(`${where}: expected "name key".`)
  const digest = key.startsWith('sha256:') ? Buffer.from(key.slice(7), 'hex') : sha256(key)
  if (digest.length !== 32) throw new Error(`${where}: the sha256 is not 64 hex digits.`)
  if (!key.startsWith('sha256:') && key.length < KEY_MIN_CHARS) {
    throw new Error(`${where}: the key is shorter than ${KEY_MIN_CHARS} characters.`)
  }
  const reachesAllowedHosts = rest.includes(ALLOW_HOSTS)
  return { name, digest, reachesAllowedHosts, plan: readPlan(rest, where) }
}

function readPlan(words: readonly string[], where: string): KeyPlan {
  const plan: KeyPlan = {}
  for (const word of words) {
    const [, tools] = TOOLS.exec(word) ?? []
    const [, calls] = CALLS_PER_DAY.exec(word) ?? []
    const [, usd] = USD_PER_DAY.exec(word) ?? []
    const [, hosts] = HOSTS.exec(word) ?? []
    if (tools !== undefined) plan.tools = new Set(tools.split(','))
    else if (usd !== undefined) plan.unitsPerDay = usdToUnits(usd)
    else if (hosts !== undefined) plan.hosts = new Set(hosts.toLowerCase().split(','))
    else if (calls !== undefined) plan.callsPerDay = Number(calls)
    else if (word !== ALLOW_HOSTS) {
      throw new Error(
        `${where}: expected "name key", and after it ${ALLOW_HOSTS}, tools=a,b, calls-per-day=100, usd-per-day=0.50 or hosts=example.com.`,
      )
    }
  }
  return plan
}

/** A key ring without keys, which admits nobody. */
export const NO_KEYS: KeyRing = {
  identify(authorization) {
    if (authorization !== null) throw unauthorized()
    return undefined
  },
  reachesAllowedHosts: () => false,
  plans: new Map(),
}

/** The refusal of a caller without a valid key; the same for a missing and for a wrong one. */
export function unauthorized(): OperationError {
  return new OperationError('unauthorized', 'A valid bearer key is required.', {
    hint: 'Send "Authorization: Bearer <key>" with a key that the operator gave you.',
  })
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
