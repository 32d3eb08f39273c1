import { domainSeparator, parseAbi, type PublicClient } from 'viem'
import { openChainReader, TOKEN_ABI } from '../chain/chain-client.ts'
import { X402_VERSION } from '../protocol/messages.ts'
import type { Payee } from '../protocol/terms.ts'
import type { Facilitator, ListingOutcome } from './facilitator.ts'
import type { SellerSettings } from './seller.ts'

/** What one look at a seller found: `fail` means that no payment can arrive. */
export interface SaleFinding {
  check:
    | 'payee'
    | 'chain'
    | 'asset'
    | 'gas'
    | 'facilitator'
    | 'listing'
    | 'settlement'
    | 'clock'
    | 'challenge'
    | 'purchase'
  status: 'ok' | 'warn' | 'fail'
  detail: string
}

/** Subjects of the inspection: how the seller is configured, and what the operator has said of its payee. */
export interface InspectedSeller extends Pick<
  SellerSettings,
  'payee' | 'rpc' | 'facilitator' | 'log' | 'store'
> {
  /** The hosted facilitator, or undefined where payments are settled here. */
  hosted: Facilitator | undefined
  /** The operator knows that nothing was ever paid to this address. */
  isPayeeNew: boolean
  now: () => Date
}

/** Clocks further apart than this refuse good payments, or take dead ones. */
const CLOCK_APART_MAX_MS = 30_000

const TOKEN_FACTS_ABI = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function totalSupply() view returns (uint256)',
])

/** Looks at everything that a payment needs on its way, before the first one comes. What cannot be read is a warning. */
export async function inspectSeller(seller: InspectedSeller): Promise<SaleFinding[]> {
  const client = openChainReader(seller.payee.network, seller.rpc)
  const found = await Promise.all([
    findingOf('chain', async () => inspectChain(client, seller.payee)),
    findingOf('asset', async () => inspectAsset(client, seller.payee)),
    findingOf('payee', async () => inspectPayee(client, seller)),
    findingOf('clock', async () => inspectClock(client, seller.now())),
    findingOf('facilitator', async () => inspectFacilitator(seller)),
    findingOf('listing', async () => inspectListing(seller)),
    findingOf('settlement', async () => inspectSettlement(seller)),
    findingOf('gas', async () => inspectGas(seller)),
  ])
  return found.filter((finding) => finding !== undefined)
}

type Verdict = Omit<SaleFinding, 'check'> | undefined

async function findingOf(
  check: SaleFinding['check'],
  look: () => Promise<Verdict>,
): Promise<SaleFinding | undefined> {
  try {
    const verdict = await look()
    return verdict && { check, ...verdict }
  } catch {
    return { check, status: 'warn', detail: SILENCES[check] ?? UNREADABLE }
  }
}

/** What it means that nothing is known of a subject that is not on the chain. */
const SILENCES: Partial<Record<SaleFinding['check'], string>> = {
  facilitator: 'the facilitator does not answer',
  listing: 'the store cannot be read',
  settlement: 'the store cannot be read',
}

const UNREADABLE = 'the chain cannot be read: see --pay-rpc-url'

async function inspectChain(client: PublicClient, { network }: Payee): Promise<Verdict> {
  const chainId = await client.getChainId()
  if (chainId === network.chainId) return { status: 'ok', detail: network.title }
  const detail = `the node is on chain ${chainId}, and ${network.title} is ${network.chainId}: see --pay-rpc-url`
  return { status: 'fail', detail }
}

/** Every signature is made for this domain; a token with another one refuses them all. */
async function inspectAsset(
  client: PublicClient,
  { network: { asset, chainId } }: Payee,
): Promise<Verdict> {
  const separator = await client.readContract({
    address: asset.address,
    abi: TOKEN_FACTS_ABI,
    functionName: 'DOMAIN_SEPARATOR',
  })
  const domain = { ...asset.domain, chainId, verifyingContract: asset.address }
  if (separator === domainSeparator({ domain })) {
    return { status: 'ok', detail: `${asset.symbol} at ${asset.address}` }
  }
  return {
    status: 'fail',
    detail: `${asset.address} is not the ${asset.symbol} that payments are signed for`,
  }
}

async function inspectPayee(
  client: PublicClient,
  { payee: { payTo: address, network }, isPayeeNew }: InspectedSeller,
): Promise<Verdict> {
  const [code, balance, nonce, ether] = await Promise.all([
    client.getCode({ address }),
    client.readContract({
      address: network.asset.address,
      abi: TOKEN_ABI,
      functionName: 'balanceOf',
      args: [address],
    }),
    client.getTransactionCount({ address }),
    client.getBalance({ address }),
  ])
  if (code !== undefined && (await isToken(client, address))) {
    return { status: 'fail', detail: `${address} is a token, which keeps what is sent to it` }
  }
  if (balance > 0n || ether > 0n || nonce > 0 || code !== undefined) {
    return { status: 'ok', detail: `${address} is in use on ${network.title}` }
  }
  const detail = `${address} has never received anything on ${network.title}`
  return isPayeeNew
    ? { status: 'ok', detail: `${detail}, as --pay-to-new says` }
    : { status: 'warn', detail: `${detail}: if it is yours, add --pay-to-new` }
}

async function isToken(client: PublicClient, address: `0x${string}`): Promise<boolean> {
  try {
    await client.readContract({ address, abi: TOKEN_FACTS_ABI, functionName: 'totalSupply' })
    return true
  } catch {
    return false
  }
}

async function inspectClock(client: PublicClient, now: Date): Promise<Verdict> {
  const { timestamp } = await client.getBlock({ blockTag: 'latest' })
  const aheadMs = now.getTime() - Number(timestamp) * 1_000
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  if (Math.abs(aheadMs) <= CLOCK_APART_MAX_MS) {
    return { status: 'ok', detail: `${seconds} s from the clock of the chain` }
  }
  const direction = aheadMs > 0 ? 'ahead of' : 'behind'
  return { status: 'warn', detail: `this machine is ${seconds} s ${direction} the chain` }
}

async function inspectFacilitator({ hosted, payee }: InspectedSeller): Promise<Verdict> {
  const supported = await hosted?.supported?.()
  if (!supported) return undefined
  const { network } = payee
  const isTaken = supported.kinds.some(
    ({ x402Version, scheme, network: id }) =>
      x402Version === X402_VERSION && scheme === 'exact' && id === network.id,
  )
  if (!isTaken) {
    return { status: 'fail', detail: `it does not settle the scheme exact on ${network.title}` }
  }
  const lists = supported.extensions.includes('bazaar') ? 'lists what is sold' : 'lists nothing'
  return { status: 'ok', detail: `it settles on ${network.title}, and ${lists}` }
}

/** Whether selling has stopped, since payments could not be settled. */
async function inspectSettlement({
  payee: { network, payTo },
  store,
}: InspectedSeller): Promise<Verdict> {
  const { findWords } = await import('./kept-words.ts')
  const stop = await findWords(await store(), 'stop', `${network.id}:${payTo}`)
  if (!stop?.reason) return undefined
  const since = stop.sinceAt.slice(0, 16).replace('T', ' ')
  const detail = `nothing is sold since ${since} UTC, for payments are not settled (${stop.reason})`
  return { status: 'warn', detail }
}

/** What became of the listing of what was sold here, as the facilitator said with a settlement. */
async function inspectListing({ hosted, payee, store }: InspectedSeller): Promise<Verdict> {
  if (!hosted) return undefined
  const { findWords } = await import('./kept-words.ts')
  const known = await findWords(await store(), 'listing', payee.payTo)
  if (!known) return { status: 'ok', detail: 'nothing is known before the first call is sold' }
  const { status, reason, toldAt } = known
  const said = `${LISTED[status]} (${toldAt.slice(0, 10)})`
  if (status !== 'rejected') return { status: 'ok', detail: said }
  return { status: 'warn', detail: reason === undefined ? said : `${said}: ${reason}` }
}

const LISTED: Readonly<Record<ListingOutcome['status'], string>> = {
  success: 'the facilitator lists what is sold here',
  processing: 'the facilitator has taken the listing, and is looking at it',
  rejected: 'the facilitator does not list what is sold here',
}

async function inspectGas({ facilitator, payee, rpc }: InspectedSeller): Promise<Verdict> {
  if (facilitator.kind !== 'local') return undefined
  const { openGasWallet } = await import('../chain/gas-wallet.ts')
  const { LOW_GAS_SETTLEMENTS } = await import('./local-facilitator.ts')
  const wallet = openGasWallet(facilitator.gasKey, payee.network, rpc)
  const left = await wallet.settlementsLeft()
  const detail = `${wallet.address} pays for ${left} settlements at today's price`
  if (left === 0) return { status: 'fail', detail }
  return { status: left < LOW_GAS_SETTLEMENTS ? 'warn' : 'ok', detail }
}
