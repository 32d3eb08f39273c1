import * as Address from 'ox/Address'
import { OperationError } from '../../contract/errors.ts'
import { isPrivateOnTheWay } from '../../lib/loopback.ts'
import { LIFETIME_ASKED_MAX_S, LIFETIME_ASKED_MIN_S, LIFETIME_MAX_S } from '../limits.ts'
import {
  addressSchema,
  type Challenge,
  type MisreadOffer,
  type PaymentRequirements,
  type PaymentRequirementsV1,
} from '../protocol/messages.ts'
import type { PaymentNetwork } from '../protocol/networks.ts'
import type { PermitMethod } from '../protocol/permits.ts'

/** Reasons why nothing was signed. Each is a `reason` field of `payment_refused`. */
export type RefusalReason = keyof typeof REFUSALS

const CAPS_HINT = 'Only the owner can raise the limit, in the configuration.'
const TERMS_HINT = 'This seller cannot be paid from here.'

const REFUSALS = {
  no_wallet: ['There is no wallet to pay from.', 'The owner can make one: bellhop wallet new.'],
  wallet_locked: [
    'The wallet cannot be opened.',
    'The owner should check the wallet file and BELLHOP_WALLET_PASSWORD, or the signer.',
  ],
  host_not_allowed: ['This host may not be paid.', TERMS_HINT],
  insecure_address: ['Payments are not sent over plain http.', 'The owner should use https.'],
  scheme_not_supported: [
    'The seller takes no payment of scheme exact by EIP-3009.',
    'Where it takes permits, the owner can allow them with --pay-permits.',
  ],
  network_unreadable: [
    'The seller does not name its network as its version of x402 does.',
    'Version 2 has names like eip155:8453. Only the seller can mend that.',
  ],
  amount_unreadable: [
    'The seller does not write its price as its version of x402 does.',
    'It has to be a whole number of the smallest units, as text. Only the seller can mend that.',
  ],
  network_not_allowed: ['The seller wants to be paid on another network.', TERMS_HINT],
  asset_not_allowed: ['The seller wants another token than USDC.', TERMS_HINT],
  lifetime_not_allowed: ['The seller wants an authorization of unusual length.', TERMS_HINT],
  payee_invalid: ['The seller names a payee that cannot be right.', TERMS_HINT],
  allowance_missing: [
    'Permits of this wallet may not move that much.',
    'The owner can allow it, by a transaction: bellhop wallet allow.',
  ],
  terms_too_large: ['The seller’s terms are too large to be repeated.', TERMS_HINT],
  payee_changed: [
    'The seller wants the money at another address than before.',
    'If that is right, the owner can name the new address with --remote-payee.',
  ],
  nothing_to_pay: ['The seller wants a signature that pays nothing.', TERMS_HINT],
  over_call_cap: ['The price is above the limit per call.', CAPS_HINT],
  over_session_budget: ['The budget of this session is used up.', CAPS_HINT],
  over_day_budget: ['The budget of the last 24 hours is used up.', CAPS_HINT],
  over_agent_budget: [
    'That is more than this agent may still spend today.',
    'Its owner can raise the limit, on the page of the agent; it counts anew from midnight (UTC).',
  ],
  approval_unavailable: [
    'A payment of this size needs the user’s consent, and this client cannot ask for it.',
    'Use a terminal, or a client with MCP elicitation, or let the owner raise --spend-approve-above.',
  ],
  declined: ['The user declined the payment.', 'Do not ask again unless the user wants it.'],
} as const satisfies Record<string, readonly [message: string, hint: string]>

/** The refusal to pay, before anything was signed. */
export function paymentRefused(reason: RefusalReason, cause?: unknown): OperationError {
  const [message, hint] = REFUSALS[reason]
  return new OperationError('payment_refused', message, { hint, fields: { reason }, cause })
}

/** The limits of what may be signed. Amounts are atomic units of the network's USDC. */
export interface Policy {
  /** Where the wallet is shown, and what is paid on first. */
  network: PaymentNetwork
  /** Other networks that may be paid on as well, from the same budgets. */
  otherNetworks?: readonly PaymentNetwork[]
  /** Hosts (`host` or `host:port`) that may be paid. */
  hosts: ReadonlySet<string>
  /** Address that a host is paid at, where the owner has said so. */
  payees: ReadonlyMap<string, string>
  /** Whether payments by permits (Permit2) are signed as well. */
  permits?: boolean
  perCallUnits: number
  perSessionUnits: number
  perDayUnits: number
  /** Above this, the user is asked. */
  approveAboveUnits: number
}

/** Every network of a policy, in the order of preference. */
export function networksOf({
  network,
  otherNetworks = [],
}: Pick<Policy, 'network' | 'otherNetworks'>): readonly PaymentNetwork[] {
  return [network, ...otherNetworks]
}

/** A payment option that the policy allows, apart from budgets. */
export interface Terms {
  network: PaymentNetwork
  /** The permit to pay by, where EIP-3009 is not used. `units` is the most that may be taken. */
  permit?: { method: PermitMethod; facilitator?: `0x${string}` }
  version: 1 | 2
  host: string
  payTo: `0x${string}`
  units: number
  lifetimeSeconds: number
  /** The option as the seller wrote it, to be repeated. */
  accepted: PaymentRequirements | PaymentRequirementsV1
  challenge: Challenge
}

/**
 * The cheapest payment option that the policy allows. Throws `payment_refused`, with the reason of the offer that came closest.
 * Prices, names and domains are checked against our own table.
 */
export function chooseTerms(challenge: Challenge, url: string, policy: Policy): Terms {
  const address = new URL(url)
  const { host } = address
  if (!policy.hosts.has(host)) throw paymentRefused('host_not_allowed')
  if (!isPrivateOnTheWay(address)) throw paymentRefused('insecure_address')
  const judged = [
    ...offers(challenge).map((offer) => judge(offer, host, policy)),
    ...(challenge.misread ?? []).map((offer) => judgeMisread(offer, policy)),
  ]
  const [cheapest] = judged
    .filter((verdict) => typeof verdict !== 'string')
    .toSorted((a, b) => a.units - b.units || Number(!!a.permit) - Number(!!b.permit))
  if (cheapest) return { ...cheapest, host, challenge }
  const reasons = judged.filter((verdict) => typeof verdict === 'string')
  const [closest = 'scheme_not_supported'] = reasons.toSorted((a, b) => rank(b) - rank(a))
  throw paymentRefused(closest)
}

type Offered = Omit<Terms, 'host' | 'challenge' | 'network'> & {
  networkName: string
  scheme: string
  asset: string
  extra: Readonly<Record<string, unknown>>
}

function offers(challenge: Challenge): Offered[] {
  const shared = ({ scheme, network, asset, payTo, extra, maxTimeoutSeconds }: AnyOffer) => ({
    scheme,
    networkName: network,
    asset,
    payTo,
    extra: extra ?? {},
    lifetimeSeconds: maxTimeoutSeconds,
  })
  if (challenge.x402Version === 2) {
    return challenge.accepts.map((accepted) => ({
      ...shared(accepted),
      version: 2,
      units: Number(accepted.amount),
      accepted,
    }))
  }
  return challenge.accepts.map((accepted) => ({
    ...shared(accepted),
    version: 1,
    units: Number(accepted.maxAmountRequired),
    accepted,
  }))
}

type AnyOffer = PaymentRequirements | PaymentRequirementsV1

/** Reasons of refusal in the order of the checks: the offer that passed most checks is the most informative. */
const CHECKS = [
  'scheme_not_supported',
  'network_unreadable',
  'network_not_allowed',
  'asset_not_allowed',
  'lifetime_not_allowed',
  'payee_invalid',
  'payee_changed',
  'amount_unreadable',
  'nothing_to_pay',
  'over_call_cap',
] as const

function rank(reason: (typeof CHECKS)[number]): number {
  return CHECKS.indexOf(reason)
}

function judge(
  { scheme, networkName, asset, extra, ...terms }: Offered,
  host: string,
  policy: Policy,
): Omit<Terms, 'host' | 'challenge'> | (typeof CHECKS)[number] {
  const way = wayOf(scheme, extra, policy)
  // With `upfront` the seller is paid before it works, and keeps the money when it fails.
  const isPaidLast = (extra['paymentFlow'] ?? 'authorization') === 'authorization'
  if (!way || !isPaidLast || (way.permit && terms.version === 1)) return 'scheme_not_supported'
  const ours = networksOf(policy).find(
    ({ id, v1Name }) => networkName === (terms.version === 2 ? id : v1Name),
  )
  if (!ours) return 'network_not_allowed'
  if (!sameAddress(asset, ours.asset.address)) return 'asset_not_allowed'
  const { lifetimeSeconds } = terms
  if (lifetimeSeconds < LIFETIME_ASKED_MIN_S || lifetimeSeconds > LIFETIME_ASKED_MAX_S) {
    return 'lifetime_not_allowed'
  }
  if (!isPayee(terms.payTo, ours)) return 'payee_invalid'
  const payee = policy.payees.get(host)
  if (payee !== undefined && !sameAddress(payee, terms.payTo)) return 'payee_changed'
  // A free call needs no signature: it would only tell who calls, past every question and budget.
  if (terms.units === 0) return 'nothing_to_pay'
  if (terms.units > policy.perCallUnits) return 'over_call_cap'
  const lifetime = Math.min(lifetimeSeconds, LIFETIME_MAX_S)
  return { ...terms, ...way, network: ours, lifetimeSeconds: lifetime }
}

/** What each member stands for that is not as it should be, in the order of the checks. */
const MISREAD = [
  ['network', 'network_unreadable'],
  ['asset', 'asset_not_allowed'],
  ['maxTimeoutSeconds', 'lifetime_not_allowed'],
  ['payTo', 'payee_invalid'],
  ['amount', 'amount_unreadable'],
  ['maxAmountRequired', 'amount_unreadable'],
] as const

/** Why an offer that could not be read is not paid: its first fault, or its network, where that is another one in good form. */
function judgeMisread(
  { members, scheme, network }: MisreadOffer,
  policy: Policy,
): (typeof CHECKS)[number] {
  if (scheme !== 'exact') return 'scheme_not_supported'
  const isOurs = networksOf(policy).some(({ id, v1Name }) => network === id || network === v1Name)
  if (network !== undefined && !isOurs) return 'network_not_allowed'
  return MISREAD.find(([member]) => members.has(member))?.[1] ?? 'scheme_not_supported'
}

/** How an offer is paid; undefined for a way that is not known, or that the owner has not allowed. */
function wayOf(
  scheme: string,
  extra: Offered['extra'],
  { permits = false }: Policy,
): Pick<Terms, 'permit'> | undefined {
  const method = extra['assetTransferMethod'] ?? (scheme === 'upto' ? 'permit2' : 'eip3009')
  if (scheme === 'exact' && method === 'eip3009') return {}
  if (!permits || method !== 'permit2') return undefined
  if (scheme === 'exact') return { permit: { method } }
  const { data: facilitator } = addressSchema.safeParse(extra['facilitatorAddress'])
  return scheme === 'upto' && facilitator ? { permit: { method: 'upto', facilitator } } : undefined
}

const NOBODY = /^0x0{40}$/

/** Whether somebody may be paid there: not where a character was mistyped (EIP-55), and neither nobody nor the token. */
function isPayee(address: `0x${string}`, { asset }: PaymentNetwork): boolean {
  const digits = address.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  const isMistyped = !isOneCase && Address.checksum(address) !== address
  return !isMistyped && !NOBODY.test(address) && !sameAddress(address, asset.address)
}

/** Whether two spellings name one EVM address. */
export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
