import { Buffer } from 'node:buffer'
import { pbkdf2, randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import * as Keystore from 'ox/Keystore'
import { z } from 'zod'
import { writeNewFile } from '../../lib/new-file.ts'
import type { Secret } from '../../lib/secret.ts'

type Hex = `0x${string}`

/** Cost of deriving the key from the password: about a second and 128 MB, for us and for an attacker. */
const SCRYPT_COST = { n: 2 ** 17, r: 8, p: 1 } as const

/** Costs above which a file is refused: decrypting would take too much memory or time. */
const SCRYPT_MAX = { n: 2 ** 20, r: 16, p: 16 } as const
const PBKDF2_MAX_ROUNDS = 10_000_000

const KEY_BYTES = 32
const IV_BYTES = 16

const hex = z.string().regex(/^([0-9a-fA-F]{2}){1,128}$/)
const dklen = z.literal(KEY_BYTES)

const scryptSchema = z.object({
  kdf: z.literal('scrypt'),
  kdfparams: z.object({
    dklen,
    n: z.int().min(2).max(SCRYPT_MAX.n),
    r: z.int().min(1).max(SCRYPT_MAX.r),
    p: z.int().min(1).max(SCRYPT_MAX.p),
    salt: hex,
  }),
})
const pbkdf2Schema = z.object({
  kdf: z.literal('pbkdf2'),
  kdfparams: z.object({
    dklen,
    c: z.int().min(1).max(PBKDF2_MAX_ROUNDS),
    prf: z.literal('hmac-sha256'),
    salt: hex,
  }),
})

/** Web3 Secret Storage, version 3. */
const keystoreSchema = z.object({
  version: z.literal(3),
  id: z.string(),
  address: z
    .string()
    .regex(/^(0x)?[0-9a-fA-F]{40}$/)
    .optional(),
  crypto: z
    .object({
      cipher: z.literal('aes-128-ctr'),
      ciphertext: hex,
      cipherparams: z.object({ iv: hex }),
      mac: hex,
    })
    .and(z.discriminatedUnion('kdf', [scryptSchema, pbkdf2Schema])),
})

type Derivation = z.output<typeof scryptSchema> | z.output<typeof pbkdf2Schema>

/** Encrypts a key and writes it to a new file. Throws when there is a file already, whatever it holds. */
export async function writeKeystore(
  path: string,
  { key, address }: { key: Secret; address: Hex },
  password: Secret,
  cost: { n: number; r: number; p: number } = SCRYPT_COST,
): Promise<void> {
  const salt = randomBytes(KEY_BYTES).toString('hex')
  const kdfparams = { ...cost, dklen: KEY_BYTES, salt } as const
  const derived = await derive({ kdf: 'scrypt', kdfparams }, password)
  const iv = randomBytes(IV_BYTES)
  const keystore = Keystore.encrypt(key.reveal() as Hex, derived, { kdf: 'scrypt', kdfparams, iv })
  const content = { ...keystore, address: address.slice(2).toLowerCase() }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeNewFile(path, `${JSON.stringify(content, null, 2)}\n`)
}

/** The address that a keystore names in the clear; undefined when it names none. Throws when it is none. */
export async function readAddress(path: string): Promise<Hex | undefined> {
  const { address } = await readKeystore(path)
  return address === undefined ? undefined : `0x${address.replace(/^0x/, '').toLowerCase()}`
}

/** Decrypts the key of a file. Throws when it is no keystore or the password is wrong. */
export async function decryptKeystore(path: string, password: Secret): Promise<Hex> {
  const keystore = await readKeystore(path)
  return Keystore.decrypt(keystore, await derive(keystore.crypto, password))
}

async function readKeystore(path: string): Promise<z.output<typeof keystoreSchema>> {
  return keystoreSchema.parse(JSON.parse(await readFile(path, 'utf8')))
}

/** Derives the key by the runtime's own functions, in another thread: those of the library take ten times as long. */
async function derive({ kdf, kdfparams }: Derivation, password: Secret): Promise<Hex> {
  const salt = Buffer.from(kdfparams.salt, 'hex')
  const words = password.reveal()
  const bytes =
    kdf === 'scrypt'
      ? await scryptWith(words, salt, KEY_BYTES, scryptOptions(kdfparams))
      : await promisify(pbkdf2)(words, salt, kdfparams.c, KEY_BYTES, 'sha256')
  return `0x${bytes.toString('hex')}`
}

const scryptWith = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

function scryptOptions({ n: N, r, p }: { n: number; r: number; p: number }): ScryptOptions {
  // What the algorithm needs, with room for its bookkeeping.
  return { N, r, p, maxmem: 256 * N * r * p }
}
