import { OperationError } from './errors.ts'
import type { GuardedFetch } from './net.ts'
import type { Right } from './right.ts'

/** A payment that the user is asked to approve. Amounts are US dollars as decimal strings. */
export interface ProposedPayment {
  operation: string
  host: string
  payTo: string
  usd: string
  /** The seller may take less. */
  atMost?: true
  /** Title of the network, for a person. */
  network: string
  /** What the call is for, shortened; absent where that is not known. */
  arguments?: string
  /** What the agent that pays has spent since midnight (UTC), or all together where none is known. */
  spentToday?: string
  /** Equal only for the same call at the same price to the same payee: a consent covers only this one. */
  key: string
}

/** The question shown to a person: for what is paid, and what was spent before. */
export function questionOf(payment: ProposedPayment): string {
  const { operation, usd, atMost, network, payTo, host, spentToday } = payment
  const price = `${atMost ? 'up to ' : ''}${usd} USDC on ${network} to ${payTo} (${host})`
  const call = [operation, payment.arguments].filter(Boolean).join(' with ')
  const before = spentToday === undefined ? '' : ` Spent today: ${spentToday} USDC.`
  return `Pay ${price} for one call of ${call}?${before}`
}

/**
 * The answer to a consent question. `unable` means that there is nobody who can be asked; `always`, with an amount, is a yes to this payment, and to
 * others of the agent to the seller as long as they are together no more USD in a day.
 */
export type Consent = 'accepted' | 'declined' | 'unable' | `always ${string}`

/** Proof of one payment that a call caused. */
export interface Receipt {
  operation: string
  host: string
  payTo: string
  usd: string
  network: string
  /** Hash of the transaction; null where the seller named none. */
  transaction: string | null
}

/** How the caller of an operation takes part in paying for it. */
export interface Payer {
  operation: string
  signal: AbortSignal
  /** Absent where nobody can be asked. May throw to put the call off until there is an answer. */
  approve?(payment: ProposedPayment): Promise<Consent>
  /** Called for each payment that the call caused. */
  paid?(receipt: Receipt): void
  /**
   * Counts an amount towards what the caller may spend, before it is signed for. Absent where only the limits of the wallet
   * count. Throws `rate_limited`.
   */
  spend?(usd: string): Promise<void>
  /**
   * The right of the account in whose name is paid, which its owner may limit, pause and end; looked up before anything is signed.
   * Throws `unauthorized`.
   */
  agent?(): Promise<Right | undefined>
  /** Called for each amount that is signed for, whatever comes of it. */
  signed?(usd: string): void
  /** Equal for calls of one session, whose user is not asked again for what they have declined. */
  session?: object
}

/** How the caller of an operation takes part in paying for it, as the call says. */
export function payerOf(
  operation: string,
  { signal, approve, paid, spend, agent, signed, session }: Omit<Payer, 'operation'>,
): Payer {
  return {
    operation,
    signal,
    ...(approve ? { approve } : {}),
    ...(paid ? { paid } : {}),
    ...(spend ? { spend } : {}),
    ...(agent ? { agent } : {}),
    ...(signed ? { signed } : {}),
    ...(session ? { session } : {}),
  }
}

/** Spending limits as configured by the owner. Models cannot change them. */
export interface SpendingCaps {
  perCall: string
  perSession: string
  perDay: string
  approveAbove: string
}

/** The wallet as its owner sees it. */
export interface WalletStatus {
  /** Null where there is no wallet. */
  address: string | null
  network: string
  asset: string
  /** Null where there is no wallet, or the chain cannot be read. */
  balance: string | null
  caps: SpendingCaps
  /** `open` is part of the other two: signed, and not known to be used or expired. */
  spent: { session: string; day: string; open: string }
}

/** One payment of the journal. */
export interface PastPayment {
  /** ISO 8601 UTC. */
  signedAt: string
  operation: string
  host: string
  payTo: string
  usd: string
  network: string
  /**
   * `spent` once its transfer was seen on the chain, `claimed` while only the seller says so; `open` counts as spent; `released` was never
   * used and never can be.
   */
  state: 'open' | 'claimed' | 'spent' | 'released'
  answered: boolean
  transaction: string | null
  reason: string | null
}

/** What one call would cost. */
export interface Quote {
  /** Where the call would run. */
  place: 'here' | 'there' | 'here-then-there'
  /** Null where the other side names no price that can be paid from here, or tells it only to the call itself. `0` is free. */
  usd: string | null
  host: string | null
  payTo: string | null
  network: string | null
  /** Whether the limits allow it now, as far as nobody has to be asked. */
  allowed: boolean
  /** Why not. */
  reason: string | null
}

/** A request to any service that is paid by x402. */
export interface PaidRequest {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: string | undefined
  contentType: string
  /** Most USD that the caller wants to pay; the owner's limit counts besides. */
  maxUsd?: string | undefined
}

/** What the service answered. Its text is a stranger's. */
export interface PaidAnswer {
  url: string
  status: number
  contentType: string
  text: string
  truncated?: true
}

/** A paid service of a directory. What it says of itself is a stranger's text. */
export interface FoundService {
  url: string
  host: string
  description: string
  /** Lowest price in USD that can be paid from here; null where it takes other money. */
  usd: string | null
}

/** A call of a tool at the owner's other MCP server. */
export interface RemoteToolCall {
  /** Name of the tool at that server. */
  tool: string
  /** Passed on as they are. */
  arguments: Readonly<Record<string, unknown>>
}

/** What the tool answered. Its text is a stranger's. */
export interface RemoteToolAnswer {
  text: string
  truncated?: true
  /** The tool says that it failed. */
  failed?: true
}

/** Who makes a paid request: every address that is dialled is checked for them. */
export interface PayingCaller extends Payer {
  fetch: GuardedFetch
}

/** Wallet data, and requests that the wallet pays for. */
export interface Spending {
  status(signal: AbortSignal): Promise<WalletStatus>
  /** The limits of the configuration, above which none can be set. */
  configuredCaps(): Promise<SpendingCaps>
  /** Sets limits, at most those of the configuration. Throws `invalid_input` for a higher one. */
  setCaps(caps: Partial<Omit<SpendingCaps, 'approveAbove'>>): Promise<void>
  /** Newest first; `before` is an ISO 8601 time. */
  history(options: { limit: number; before?: string | undefined }): Promise<PastPayment[]>
  /** The price of a call, of tools of the other MCP server too. Throws `invalid_input` for an operation that is not known here. */
  quote(
    operation: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Quote>
  /** What `fetchPaid` would pay. Throws `payment_refused` for a host that nobody has named. */
  quoteFetch(
    request: PaidRequest,
    caller: Pick<PayingCaller, 'fetch' | 'signal'>,
  ): Promise<Omit<Quote, 'place'>>
  /** Throws `payment_refused` for a host that nobody has named, and for what the limits refuse. */
  fetchPaid(request: PaidRequest, caller: PayingCaller): Promise<PaidAnswer>
  /** Throws `unavailable` where no other MCP server is configured, and `payment_refused` for what the limits refuse. */
  callRemoteTool(call: RemoteToolCall, payer: Payer): Promise<RemoteToolAnswer>
  /** Looks for paid services in the owner's directory. Throws `unavailable` without one. */
  findServices(
    query: string,
    caller: Pick<PayingCaller, 'fetch' | 'signal'>,
  ): Promise<FoundService[]>
}

/** The wallet. Throws `unavailable` where none is configured; its tools are not offered there unless asked for. */
export function spendingOf({ spending }: { spending?: Spending | undefined }): Spending {
  if (spending) return spending
  throw new OperationError('unavailable', 'Neither a wallet nor another instance is configured.', {
    hint: 'The owner can name another instance with --remote, and make a wallet: bellhop wallet new.',
  })
}
