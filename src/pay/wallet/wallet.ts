import { stat } from 'node:fs/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { OperatorFetch } from '../../contract/net.ts'
import type { Log } from '../../lib/log.ts'
import { isOpenToOthers } from '../../lib/open-to-others.ts'
import { Secret } from '../../lib/secret.ts'
import { paymentRefused } from './policy.ts'
import type { RemoteSignerSettings } from './remote-signer.ts'
import type { Signer } from './sign.ts'

type Hex = `0x${string}`

/** Where the key of the wallet may come from, in this order. */
export interface KeySources {
  /** Handed over by a desktop host, which keeps it in the keychain of the system. */
  hostKey?: Secret | undefined
  /** Encrypted file; looked at only if it exists. */
  keystorePath: string
  password?: Secret | undefined
  /** A bare key in the environment of this process. */
  plainKey?: Secret | undefined
  /** A key that is kept elsewhere. */
  remote?: RemoteSignerSettings | undefined
}

/**
 * Opens the wallet; returns undefined where there is none. Throws `payment_refused` (`wallet_locked`) when there is one that
 * cannot be opened: another key would be another wallet.
 */
export async function openWallet(
  { hostKey, keystorePath, password, plainKey, remote }: KeySources,
  log: Log,
  fetch: OperatorFetch,
): Promise<Signer | undefined> {
  if (hostKey) return signerOf(hostKey)
  const mode = await modeOf(keystorePath)
  if (mode !== undefined) {
    if (isOpenToOthers(mode)) {
      log.warn({ path: keystorePath }, 'others may read the wallet file: chmod 600')
    }
    if (!password) throw paymentRefused('wallet_locked')
    const { decryptKeystore } = await import('./keystore.ts')
    const key = await decryptKeystore(keystorePath, password).catch((cause: unknown) => {
      throw paymentRefused('wallet_locked', cause)
    })
    return signerOf(new Secret(key))
  }
  if (plainKey) {
    log.warn('the wallet key stands in the environment in the clear: bellhop wallet import')
    return signerOf(plainKey)
  }
  if (!remote) return undefined
  const { openRemoteSigner } = await import('./remote-signer.ts')
  return openRemoteSigner(remote, fetch)
}

/** The address of the wallet without its password, if stored in the clear. */
export async function findWalletAddress(sources: KeySources): Promise<Hex | undefined> {
  const { hostKey, keystorePath, password, plainKey, remote } = sources
  if (hostKey) return addressOf(hostKey)
  if ((await modeOf(keystorePath)) === undefined) {
    return plainKey ? addressOf(plainKey) : remote?.address
  }
  const { decryptKeystore, readAddress } = await import('./keystore.ts')
  try {
    const address = await readAddress(keystorePath)
    if (address !== undefined) return address
    if (!password) throw paymentRefused('wallet_locked')
    return addressOf(new Secret(await decryptKeystore(keystorePath, password)))
  } catch (cause) {
    throw paymentRefused('wallet_locked', cause)
  }
}

/** A new random key. */
export function makeKey(): Secret {
  return new Secret(generatePrivateKey())
}

/** Address of a key. Throws `payment_refused` for anything but 64 hex digits. */
export function addressOf(key: Secret): Hex {
  return signerOf(key).address
}

function signerOf(key: Secret): Signer {
  const digits = key.reveal().replace(/^0x/, '')
  // The message of the library would quote the key.
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) throw paymentRefused('wallet_locked')
  let account: ReturnType<typeof privateKeyToAccount>
  try {
    account = privateKeyToAccount(`0x${digits}`)
  } catch {
    throw paymentRefused('wallet_locked')
  }
  return {
    address: account.address,
    signTypedData: async (data) => account.signTypedData(data),
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode
  } catch {
    return undefined
  }
}
