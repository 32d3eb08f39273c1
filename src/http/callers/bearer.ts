import { createHash, timingSafeEqual } from 'node:crypto'
import { OperationError } from '../../contract/errors.ts'
import { type OAuth, type OAuthScope, USUAL_OAUTH_SCOPES } from '../../contract/oauth.ts'
import { type KeyPlan, PLAN_WORDS, readPlan } from '../../core/plans/key-plan.ts'

/** Shorter keys can be guessed. */
export const KEY_MIN_CHARS = 24

/** The word after a key that opens the hosts of `--allow-hosts` to it. */
const ALLOW_HOSTS = 'allow-hosts'

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

/** Path of what describes `/mcp` to programs that look for its authorization server (RFC 9728, section 3.1). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'

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
  const plan = readPlan(rest.filter((word) => word !== ALLOW_HOSTS))
  if (!plan) {
    throw new Error(`${where}: expected "name key", and after it ${ALLOW_HOSTS}, ${PLAN_WORDS}.`)
  }
  return { name, digest, reachesAllowedHosts: rest.includes(ALLOW_HOSTS), plan }
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

/**
 * The challenge of `/mcp` where programs may come in by OAuth (RFC 6750, section 3; RFC 9728, section 5.1). It names what people use
 * every day, unless a call needs other scopes; `error` is absent where nothing was shown.
 */
export function bearerChallenge(
  { resource }: Pick<OAuth, 'resource'>,
  {
    error,
    scopes = USUAL_OAUTH_SCOPES,
  }: { error?: string | undefined; scopes?: readonly OAuthScope[] } = {},
): string {
  const { origin, pathname } = new URL(resource)
  const fields = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `scope="${scopes.join(' ')}"`,
    `resource_metadata="${origin}${RESOURCE_METADATA_PATH}${pathname}"`,
  ]
  return `Bearer ${fields.join(', ')}`
}
