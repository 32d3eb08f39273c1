import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { OperationError } from '../../../contract/errors.ts'
import { countChars } from '../../../lib/text.ts'
import { badRequest } from '../../kernel/failures.ts'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from './sign-in-limits.ts'

/** Concurrent derivations: each takes a thread of Node's small pool, and tens of megabytes. */
const AT_ONCE_MAX = 2

/** Derivations that may wait: half a minute's worth. */
const WAITING_MAX = 128

/** Runs few tasks at once and queues some; throws `unavailable` for the rest. */
export class Queue {
  readonly #atOnce: number
  readonly #waitingMax: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, waitingMax: number) {
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
  }

  /** Runs the work when its turn has come. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#waitingMax) {
        throw new OperationError('unavailable', 'Too many are signing in.', {
          hint: 'Try again in a moment.',
        })
      }
      await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return await work()
    } finally {
      // A slot is handed to the longest waiting task without becoming free in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

/** The turns of password derivations in this process. */
export const derivations = new Queue(AT_ONCE_MAX, WAITING_MAX)

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const KEY_BYTES = 32
const SALT_BYTES = 16

/** What one derivation costs (RFC 7914, section 2): `N` as its logarithm. */
export interface PasswordCost {
  logN: number
  r: number
  p: number
}

/**
 * Cost of the passwords of the product: 32 MiB, and a third of a second; as strong as 128 MiB with `p` 1, by the table of OWASP's
 * cheat sheet on password storage.
 */
export const PASSWORD_COST: PasswordCost = { logN: 15, r: 8, p: 3 }

const MEMORY_MAX_BYTES = 256 * 2 ** 20

/** The stored form of a password: `scrypt$logN$r$p$salt$key`, the last two in Base64. Throws `unavailable` when too many ask. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await deriveKey(password, salt, cost)
  const { logN, r, p } = cost
  return ['scrypt', logN, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** A stand-in for a missing password hash, so that both cases take the same time. */
const NOBODYS = {
  salt: Buffer.alloc(SALT_BYTES),
  key: Buffer.alloc(KEY_BYTES),
}

/**
 * Whether a password is the one that the hash was made of, never for a missing hash; and whether the hash
 * should be made anew, since it was made at another cost than the `current` one. Throws `unavailable` when too many ask.
 */
export async function comparePassword(
  password: string,
  hash: string | null,
  current: PasswordCost,
): Promise<{ matches: boolean; isStale: boolean }> {
  const { cost, salt, key } = hash === null ? { cost: current, ...NOBODYS } : readHash(hash)
  const derived = await deriveKey(password, salt, cost)
  const matches = timingSafeEqual(derived, key) && hash !== null
  const isStale = (['logN', 'r', 'p'] as const).some((name) => cost[name] !== current[name])
  return { matches, isStale }
}

/** Throws when a password is too short, too long, or among the most common ones. */
export function requireStrength(
  password: string,
  user: { email: string; full_name: string },
): void {
  const length = countChars(password)
  if (length < PASSWORD_MIN_CHARS) {
    throw badRequest(
      `The password is too weak: it needs at least ${PASSWORD_MIN_CHARS} characters.`,
    )
  }
  if (length > PASSWORD_MAX_CHARS) {
    throw badRequest(`The password is too long: at most ${PASSWORD_MAX_CHARS} characters.`)
  }
  const [localPart = ''] = user.email.split('@')
  const words = [user.email, localPart, user.full_name, password.charAt(0).repeat(password.length)]
  if (words.some((word) => word.toLowerCase() === password.toLowerCase())) {
    throw badRequest('The password is too weak: it can be guessed.')
  }
}

async function deriveKey(
  password: string,
  salt: Buffer,
  { logN, r, p }: PasswordCost,
): Promise<Buffer> {
  const options = { N: 2 ** logN, r, p, maxmem: MEMORY_MAX_BYTES }
  return derivations.run(async () => derive(password.normalize('NFKC'), salt, KEY_BYTES, options))
}

function readHash(hash: string) {
  const [, logN, r, p, salt = '', key = ''] = hash.split('$')
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}
