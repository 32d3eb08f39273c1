import { createHash, randomBytes } from 'node:crypto'
import { ok, type Person } from './chat-world.ts'

/** A program on a phone: its device, its key, its token. */
export interface Phone {
  deviceId: number
  key: Uint8Array
  tokenId: string
  tokenFields: Record<string, string>
}

/** What a token is known by. */
export function tokenIdOf(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 8).toString('base64')
}

/** Key fields of a registration for a key. */
export function keyFieldsOf(key: Uint8Array, push_key_id: number) {
  const push_key = Buffer.concat([Buffer.from([0x31]), key]).toString('base64')
  return { push_key_id, push_key }
}

/** Token fields of a registration. */
export function tokenFieldsOf(token: string, token_kind: string): Record<string, string> {
  return {
    token_kind,
    token_id: tokenIdOf(token),
    bouncer_public_key: randomBytes(32).toString('base64'),
    encrypted_push_registration: Buffer.from(`sealed ${token}`).toString('base64'),
  }
}

/** Registers a user's phone as a device, and for pushes. */
export async function registerPhone(owner: Person, token: string, kind = 'fcm'): Promise<Phone> {
  const deviceId = Number(ok(await owner.post('/register_client_device'))['device_id'])
  const key = randomBytes(32)
  const tokenFields = tokenFieldsOf(token, kind)
  const fields = { device_id: deviceId, ...keyFieldsOf(key, 2_408), ...tokenFields }
  ok(await owner.post('/mobile_push/register', fields))
  return { deviceId, key, tokenId: tokenIdOf(token), tokenFields }
}
