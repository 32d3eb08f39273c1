import { type PaymentNetwork, paymentNetwork } from '../../pay/protocol/networks.ts'
import { type Config, ConfigError } from './config.ts'

/** Settings that name who is paid. */
const PAYEES = ['pay-to', 'remote-payee'] as const

/** Addresses that nobody has the key of, and that are written by habit. */
const NOBODY: ReadonlySet<string> = new Set([
  `0x${'0'.repeat(40)}`,
  '0x000000000000000000000000000000000000dead',
])

/** Throws ConfigError where money sent to a payee of the configuration would be lost: a mistyped address, nobody's, or a token's. */
export async function requirePayees(config: Config): Promise<void> {
  const network = paymentNetwork(config['pay-network'])
  for (const setting of PAYEES) {
    const payee = config[setting]
    if (payee === undefined) continue
    const fault = (await isMistyped(payee))
      ? 'its checksum (capital letters, EIP-55) is wrong: at least one character was mistyped. Copy it again'
      : nobodyAt(payee, network)
    if (fault) throw new ConfigError(`--${setting}: ${fault}.`)
  }
}

async function isMistyped(address: string): Promise<boolean> {
  const { parseAddress } = await import('../../onchain/address.ts')
  try {
    parseAddress(address, 'payee')
    return false
  } catch {
    return true
  }
}

function nobodyAt(address: string, network: PaymentNetwork | undefined): string | undefined {
  const same = address.toLowerCase()
  if (NOBODY.has(same)) return 'nobody has the key of this address. Give one of your own'
  if (same !== network?.asset.address.toLowerCase()) return undefined
  return `this is the address of ${network.asset.symbol} itself, which keeps what is sent to it. Give one of your own`
}
