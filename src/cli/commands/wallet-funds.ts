import { stderr, stdin } from 'node:process'
import { text as readAll } from 'node:stream/consumers'
import { keySources } from '../../app/compose/compose-buyer.ts'
import { otherRpc, payRpc } from '../../app/compose/compose-rpc.ts'
import { type Config, ConfigError } from '../../app/config/config.ts'
import type { OperatorFetch } from '../../contract/net.ts'
import { Secret } from '../../lib/secret.ts'
import { unitsToUsd, usdToUnits } from '../../pay/protocol/money.ts'
import {
  PAYMENT_NETWORKS,
  type PaymentNetwork,
  paymentNetwork,
} from '../../pay/protocol/networks.ts'
import { findWalletAddress } from '../../pay/wallet/wallet.ts'
import type { WithdrawalChain } from '../../pay/wallet/withdraw.ts'
import { readHiddenLine } from './read-line.ts'

/** Where money for trying things out comes from. */
const FAUCET = 'https://faucet.circle.com'

/** The network that was typed, or else the one that a configuration pays on. Throws ConfigError. */
function networkOf(config: Config, typed: string = config['pay-network']): PaymentNetwork {
  const network = paymentNetwork(typed)
  if (network) return network
  const names = PAYMENT_NETWORKS.map(({ v1Name }) => v1Name).join(', ')
  throw new ConfigError(`${typed} is no payment network. The networks: ${names}.`)
}

/** Says how money gets to a wallet: network, token, a link that wallets understand (EIP-681), and where test money comes from. */
export async function fundingHelp(
  address: string,
  config: Config,
  { asCode, network }: { asCode: boolean; network?: string | undefined },
): Promise<string> {
  const { title, asset, chainId } = networkOf(config, network)
  const link = `ethereum:${asset.address}@${chainId}/transfer?address=${address}`
  const code = asCode ? `${(await import('../../qr/terminal.ts')).drawForTerminal(link)}\n` : ''
  const test =
    chainId === 84532
      ? `Test money comes from ${FAUCET}: choose Base Sepolia and this address.\n`
      : `To try it with test money first: --pay-network eip155:84532, and ${FAUCET}.\n`
  return (
    `${code}Send ${asset.symbol} on ${title}, and on no other network, to ${address}\n` +
    `${link}\n${test}Payments need no ether; only \`bellhop wallet withdraw\` does.\n`
  )
}

/** The key of the wallet file, by the password that somebody types now. Throws ConfigError. */
async function openKey(config: Config): Promise<Secret> {
  const path = config['wallet-file']
  const typed = stdin.isTTY
    ? await readHiddenLine('Password of the wallet: ')
    : await readAll(stdin)
  const { decryptKeystore } = await import('../../pay/wallet/keystore.ts')
  try {
    return new Secret(await decryptKeystore(path, new Secret(typed.replace(/\r?\n$/, ''))))
  } catch (cause) {
    throw new ConfigError(`${path} cannot be opened: no wallet, or another password.`, { cause })
  }
}

/** `bellhop wallet export`: the bare key, for who types the password. */
export async function exportKey(config: Config): Promise<string> {
  const key = await openKey(config)
  stderr.write('Whoever reads this line has the money of the wallet.\n')
  return key.reveal()
}

/** What a transaction of the wallet needs. */
export interface Withdrawal {
  config: Config
  fetch: OperatorFetch
  /** Address and amount (`all`, or USD), or the amount alone, and a network where it is another one, as they were typed. */
  words: readonly string[]
}

/**
 * `bellhop wallet withdraw`: sends money out of the wallet, for who types the password, and resolves to the hash of the
 * transaction. It is the only way out but payments, and no tool or route leads to it. Throws ConfigError.
 */
export async function withdraw({ config, fetch, words }: Withdrawal): Promise<string> {
  const [to = '', amount = '', typed, ...rest] = words
  if (to === '' || amount === '' || rest.length > 0) {
    throw new ConfigError(
      'wallet withdraw takes an address and an amount: all, or USD such as 1.5.',
    )
  }
  const { network, from, purse } = await openPurse(config, fetch, typed)
  const payee = await readPayee(to, network)
  const held = await purse.balance(from)
  const units = amount === 'all' ? held : readAmount(amount)
  if (units === 0 || units > held) {
    throw new ConfigError(`The wallet holds ${unitsToUsd(held)} ${network.asset.symbol}.`)
  }
  await requireEther({ network, from, purse })
  stderr.write(
    `${unitsToUsd(units)} ${network.asset.symbol} on ${network.title} from ${from} to ${payee}.\n`,
  )
  return purse.send(await openKey(config), { to: payee, units })
}

/**
 * `bellhop wallet allow`: sets how much payments by permits may move out of the wallet, for who types the password, and resolves to
 * the hash of the transaction. Throws ConfigError.
 */
export async function allow({ config, fetch, words }: Withdrawal): Promise<string> {
  const [amount = '', typed, ...rest] = words
  if (amount === '' || rest.length > 0) {
    throw new ConfigError(
      'wallet allow takes an amount: USD such as 5, or 0 to allow nothing more.',
    )
  }
  const { network, from, purse } = await openPurse(config, fetch, typed)
  const units = readAmount(amount)
  await requireEther({ network, from, purse })
  stderr.write(
    `Permits may move ${unitsToUsd(units)} ${network.asset.symbol} of ${from} on ${network.title}.\n`,
  )
  return purse.allow(await openKey(config), units)
}

/** The wallet of a configuration as a chain has it. Throws ConfigError. */
async function openPurse(config: Config, fetch: OperatorFetch, typed?: string): Promise<Purse> {
  const network = networkOf(config, typed)
  const from = await findWalletAddress(keySources(config))
  if (from === undefined) throw new ConfigError('There is no wallet. Make one: bellhop wallet new.')
  const { openWithdrawal } = await import('../../pay/wallet/withdraw.ts')
  const rpc = network.id === networkOf(config).id ? payRpc : otherRpc
  return { network, from, purse: openWithdrawal(network, rpc(config, network, fetch)) }
}

interface Purse {
  network: PaymentNetwork
  from: `0x${string}`
  purse: WithdrawalChain
}

async function requireEther({ network, from, purse }: Purse): Promise<void> {
  if ((await purse.ether(from)) > 0n) return
  throw new ConfigError(`${from} has no ether on ${network.title} for the fee: send it a little.`)
}

async function readPayee(text: string, { asset }: PaymentNetwork): Promise<`0x${string}`> {
  const { parseAddress } = await import('../../onchain/address.ts')
  let address: `0x${string}`
  try {
    address = parseAddress(text, 'payee')
  } catch {
    throw new ConfigError('wallet withdraw: this is no address, or one character was mistyped.')
  }
  if (/^0x0+$/.test(address) || address.toLowerCase() === asset.address.toLowerCase()) {
    throw new ConfigError('wallet withdraw: money sent to this address is lost.')
  }
  return address
}

function readAmount(text: string): number {
  try {
    return usdToUnits(text)
  } catch {
    throw new ConfigError('The amount is USD such as 1.5, or for a withdrawal: all.')
  }
}
