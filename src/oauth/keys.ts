import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Store } from '../store/port.ts'
import { sharedSecret } from '../store/shared-secret.ts'

/** What the authorization server signs with, the same for all instances of a store. */
export interface Keys {
  /** Sign the cookies of browsers on their way. */
  cookies: string[]
  /** JSON web keys, private. */
  signing: object[]
}

const NAME = 'oauth keys'

/** The keys of a store, made by whoever needs them first. */
export async function loadKeys(store: Store): Promise<Keys> {
  return JSON.parse(await sharedSecret(store, NAME, () => JSON.stringify(makeKeys()))) as Keys
}

function makeKeys(): Keys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const named = { kid: randomBytes(8).toString('hex'), use: 'sig', alg: 'ES256' }
  return {
    cookies: [randomBytes(32).toString('base64url')],
    signing: [{ ...privateKey.export({ format: 'jwk' }), ...named }],
  }
}
