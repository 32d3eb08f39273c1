import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { OperationError } from '../../../../src/contract/errors.ts'
import type { OperatorFetch } from '../../../../src/contract/net.ts'
import { Secret } from '../../../../src/lib/secret.ts'
import { decryptKeystore, readAddress, writeKeystore } from '../../../../src/pay/wallet/keystore.ts'
import { addressOf, openWallet, findWalletAddress } from '../../../../src/pay/wallet/wallet.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { canaries } from '../../../support/canaries.ts'
import { quietLog } from '../../../support/store-backend.ts'

const dir = tempDir()
afterAll(() => dir[Symbol.dispose]())

const { key, password: words } = canaries()
const password = new Secret(words)
const keystorePath = join(dir.path, 'deep', 'wallet.json')
const { address } = privateKeyToAccount(key)
/** The real cost takes seconds on a busy machine. */
const CHEAP = { n: 2 ** 12, r: 8, p: 1 }
const missing = join(dir.path, 'none.json')

const noFetch: OperatorFetch = async () => {
  throw new Error('no signer elsewhere is asked')
}

/** Everything that could be printed of something thrown. */
function everythingIn(thrown: unknown): string {
  const error = thrown as OperationError
  return [inspect(error, { depth: 9, showHidden: true }), error.stack, String(error)].join('\n')
}

describe('the encrypted wallet', () => {
  test('is a version 3 keystore for its owner’s eyes only, and is never written over', async () => {
    const path = join(dir.path, 'real.json')
    await writeKeystore(path, { key: new Secret(key), address }, password)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      crypto: { kdf: 'scrypt', kdfparams: { n: 2 ** 17, r: 8, p: 1 } },
    })
    await writeKeystore(keystorePath, { key: new Secret(key), address }, password, CHEAP)
    const content = readFileSync(keystorePath, 'utf8')
    expect(JSON.parse(content)).toMatchObject({
      version: 3,
      address: address.slice(2).toLowerCase(),
      crypto: { cipher: 'aes-128-ctr', kdf: 'scrypt' },
    })
    expect(content.toLowerCase()).not.toContain(key.slice(2))
    expect(statSync(keystorePath).mode & 0o777).toBe(0o600)
    expect(await decryptKeystore(keystorePath, password)).toBe(key)
    expect(await readAddress(keystorePath)).toBe(address.toLowerCase())
    await expect(
      writeKeystore(
        keystorePath,
        { key: new Secret(generatePrivateKey()), address },
        password,
        CHEAP,
      ),
    ).rejects.toMatchObject({ code: 'EEXIST' })
    expect(readFileSync(keystorePath, 'utf8')).toBe(content)
  })

  test('of other software is read: the example of the Web3 Secret Storage definition', async () => {
    const path = join(dir.path, 'example.json')
    const example = {
      version: 3,
      id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
      crypto: {
        cipher: 'aes-128-ctr',
        cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
        ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
        kdf: 'pbkdf2',
        kdfparams: {
          c: 262_144,
          dklen: 32,
          prf: 'hmac-sha256',
          salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
        },
        mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
      },
    }
    writeFileSync(path, JSON.stringify(example))
    expect(await decryptKeystore(path, new Secret('testpassword'))).toBe(
      '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d',
    )
  })

  test('that would take for ever to open, or is no keystore, is not tried', async () => {
    const path = join(dir.path, 'hostile.json')
    const hex = 'ab'.repeat(32)
    const crypto = {
      cipher: 'aes-128-ctr',
      ciphertext: hex,
      cipherparams: { iv: hex.slice(32) },
      mac: hex,
      kdf: 'pbkdf2',
      // A minute or more.
      kdfparams: { c: 400_000_000, dklen: 32, prf: 'hmac-sha256', salt: hex },
    }
    const costly = JSON.stringify({ version: 3, id: 'x', crypto })
    for (const content of [costly, '{}', 'not JSON']) {
      writeFileSync(path, content)
      await expect(
        openWallet({ keystorePath: path, password }, quietLog, noFetch),
      ).rejects.toMatchObject({
        fields: { reason: 'wallet_locked' },
      })
    }
  })

  test('stays shut without its password, and the refusal holds no secret', async () => {
    for (const given of [undefined, new Secret('wrong horse')]) {
      const thrown = await openWallet({ keystorePath, password: given }, quietLog, noFetch).catch(
        (error: unknown) => error,
      )
      expect(thrown).toMatchObject({
        code: 'payment_refused',
        fields: { reason: 'wallet_locked' },
      })
      expect(everythingIn(thrown)).not.toMatch(/wrong horse/)
      expect(everythingIn(thrown)).not.toContain(words)
    }
    // Its address is told all the same.
    expect(await findWalletAddress({ keystorePath })).toBe(address.toLowerCase())
  })
})

describe('key sources', () => {
  const [host, plain] = [generatePrivateKey(), generatePrivateKey()].map((text) => new Secret(text))

  test('the host’s key comes before the file, the file before the environment', async () => {
    const all = { hostKey: host, keystorePath, password, plainKey: plain }
    const { hostKey: _, ...withoutHost } = all
    const opened = async (sources: Parameters<typeof openWallet>[0]) =>
      (await openWallet(sources, quietLog, noFetch))?.address
    expect(await opened(all)).toBe(addressOf(host as Secret))
    expect(await opened(withoutHost)).toBe(address)
    expect(await opened({ keystorePath: missing, plainKey: plain })).toBe(
      addressOf(plain as Secret),
    )
    expect(await opened({ keystorePath: missing })).toBeUndefined()
    expect(await findWalletAddress({ keystorePath: missing })).toBeUndefined()
  })

  test('a file that cannot be opened is no reason to pay from another key', async () => {
    await expect(
      openWallet({ keystorePath, plainKey: plain }, quietLog, noFetch),
    ).rejects.toMatchObject({
      fields: { reason: 'wallet_locked' },
    })
  })

  test.each([
    ['not a key', 'abcd-canary'],
    ['a number that is no key of the curve', `0x${'f'.repeat(64)}`],
  ])('%s is refused without being quoted', async (_, text) => {
    const thrown = await openWallet(
      { hostKey: new Secret(text), keystorePath },
      quietLog,
      noFetch,
    ).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(OperationError)
    expect(everythingIn(thrown)).not.toContain(text)
    expect(everythingIn(thrown)).not.toContain('f'.repeat(64))
  })
})

test('a secret shows itself to nobody who does not ask for it by name', () => {
  const secret = new Secret('canary')
  const visible = [
    String(secret),
    JSON.stringify({ secret }),
    inspect({ secret }, { showHidden: true }),
  ]
  expect(visible.join()).not.toContain('canary')
  expect(secret.reveal()).toBe('canary')
})
