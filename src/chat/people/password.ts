import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const KEY_BYTES = 32
const SALT_BYTES = 16

/** What is stored of a password: salt and scrypt key (RFC 7914), in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password.normalize('NFKC'), salt, KEY_BYTES)
  return `${salt.toString('hex')}:${key.toString('hex')}`
}

/** Stands in where there is no password, so that both cases take the same time. */
const NOBODYS = `${'0'.repeat(2 * SALT_BYTES)}:${'0'.repeat(2 * KEY_BYTES)}`

/** Whether a password is the one that the hash was made of; never for a missing hash. */
export async function matchesPassword(password: string, hash: string | null): Promise<boolean> {
  const [salt = '', key = ''] = (hash ?? NOBODYS).split(':')
  const derived = await derive(password.normalize('NFKC'), Buffer.from(salt, 'hex'), KEY_BYTES)
  return timingSafeEqual(derived, Buffer.from(key, 'hex')) && hash !== null
}
