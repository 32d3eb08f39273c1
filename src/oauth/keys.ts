import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Store } from '../store/port.ts'

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
  const known = await storedKeys(store.db)
  if (known) return known
  return store.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: NAME, value: JSON.stringify(makeKeys()) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const stored = await storedKeys(tx)
    if (!stored) throw new Error('The keys that were just stored are gone.')
    return stored
  })
}

function makeKeys(): Keys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const named = { kid: randomBytes(8).toString('hex'), use: 'sig', alg: 'ES256' }
  return {
    cookies: [randomBytes(32).toString('base64url')],
    signing: [{ ...privateKey.export({ format: 'jwk' }), ...named }],
  }
}

async function storedKeys(db: Pick<Store['db'], 'selectFrom'>): Promise<Keys | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return row && (JSON.parse(row.value) as Keys)
}
