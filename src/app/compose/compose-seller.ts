import { readFileSync, statSync } from 'node:fs'
import type { OperatorFetch } from '../../contract/net.ts'
import type { AnyOperation, Services } from '../../contract/operation.ts'
import { offersOf } from '../../core/select/offers.ts'
import { isOpenToOthers } from '../../lib/open-to-others.ts'
import { Secret } from '../../lib/secret.ts'
import { type PaymentNetwork, paymentNetwork } from '../../pay/protocol/networks.ts'
import { makeCdpAuth } from '../../pay/seller/cdp-auth.ts'
import {
  type FacilitatorSettings,
  openSeller,
  type Seller,
  type SellerSettings,
} from '../../pay/seller/seller.ts'
import type { Store } from '../../store/port.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { payRpc } from './compose-rpc.ts'

/** Facilitators that serve without an account. */
const FREE_FACILITATORS: Readonly<Record<string, string>> = {
  'eip155:84532': 'https://x402.org/facilitator',
}

/** Dependencies of the seller. */
export interface SellerParts {
  services: Pick<Services, 'log' | 'now'>
  store(): Promise<Store>
  operatorFetch: OperatorFetch
}

/** Starts selling what the configuration lists; undefined without `paid`. Throws ConfigError. */
export function composeSeller(...parts: Parameters<typeof sellerSettings>): Seller | undefined {
  const settings = sellerSettings(...parts)
  return settings && openSeller(settings)
}

/** How the configuration sells these operations; undefined without `paid`. Throws ConfigError. */
export function sellerSettings(
  config: Config,
  operations: readonly AnyOperation[],
  { services, store, operatorFetch }: SellerParts,
): SellerSettings | undefined {
  if (!config.paid) return undefined
  const payTo = config['pay-to']
  if (payTo === undefined) {
    throw new ConfigError('--paid needs --pay-to: the address that payments go to.')
  }
  const network = paymentNetwork(config['pay-network'])
  if (!network) throw new ConfigError('--pay-network: this network is not known.')
  const offers = offersOf(operations)
  const unknown = Object.keys(config.prices).filter((n) => !offers.some(({ name }) => name === n))
  if (unknown.length > 0) {
    throw new ConfigError(`--prices: nothing of that name is for sale here: ${unknown.join(', ')}.`)
  }
  return {
    offers,
    payee: { network, payTo: payTo as `0x${string}` },
    prices: config.prices,
    facilitator: facilitatorSettings(config, network, operatorFetch),
    rpc: payRpc(config, network, operatorFetch),
    store,
    log: services.log,
    now: services.now,
  }
}

function facilitatorSettings(
  config: Config,
  network: PaymentNetwork,
  fetch: OperatorFetch,
): FacilitatorSettings {
  const url = config.facilitator ?? FREE_FACILITATORS[network.id]
  if (url === undefined) {
    throw new ConfigError(
      `--paid needs --facilitator on ${network.title}: the address of one, or "local" with --facilitator-key-file.`,
    )
  }
  const key = readKey(config['facilitator-key-file'])
  if (url !== 'local') {
    const authHeaders = key === undefined ? undefined : authOf(key)
    return { kind: 'hosted', url, fetch, authHeaders }
  }
  if (key === undefined || !/^(0x)?[0-9a-fA-F]{64}$/.test(key)) {
    throw new ConfigError(
      '--facilitator local needs --facilitator-key-file: a file that holds the private key of the gas account, 64 hex digits.',
    )
  }
  const gasKey = new Secret(key.startsWith('0x') ? key : `0x${key}`)
  return { kind: 'local', gasKey, factories: config['facilitator-factories'] }
}

/** An API key of Coinbase is JSON; other facilitators give out a bearer token. */
function authOf(key: string): ReturnType<typeof makeCdpAuth> {
  if (!key.startsWith('{')) return () => ({ authorization: `Bearer ${key}` })
  try {
    return makeCdpAuth(key)
  } catch {
    // Without a cause: it would quote the key.
    throw new ConfigError(
      '--facilitator-key-file: not an API key: JSON with "id" and "privateKey", as the portal gives it.',
    )
  }
}

function readKey(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  if (isOpenToOthers(statSync(path, { throwIfNoEntry: false })?.mode ?? 0)) {
    throw new ConfigError(
      `--facilitator-key-file: other users of this machine may read ${path}. Run: chmod 600 ${path}`,
    )
  }
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new ConfigError(`--facilitator-key-file: ${path} cannot be read.`, { cause })
  }
}
