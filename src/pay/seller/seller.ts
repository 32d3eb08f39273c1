import { randomUUID } from 'node:crypto'
import type { Log } from '../../lib/log.ts'
import { once } from '../../lib/once.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Store } from '../../store/port.ts'
import type { RpcAccess } from '../chain/chain-client.ts'
import type { SettlementVerifier } from '../chain/settlement-verifier.ts'
import { type Offer, type Payee, priceTable } from '../protocol/terms.ts'
import { Breaker } from './breaker.ts'
import type { SignatureCheck } from './check-signature.ts'
import {
  type Facilitator,
  type HostedSettings,
  type ListingOutcome,
  openHostedFacilitator,
} from './facilitator.ts'
import { createGate } from './gate.ts'
import type { keepWords } from './kept-words.ts'
import { Ledger } from './ledger.ts'
import type { Gate } from './port.ts'
import { runSettler } from './settler.ts'

/** The facilitator in use: a hosted one, or this process with an account that pays the gas. */
export type FacilitatorSettings =
  | ({ kind: 'hosted' } & HostedSettings)
  | { kind: 'local'; gasKey: Secret; factories?: readonly string[] }

/** Dependencies of the seller. */
export interface SellerSettings {
  offers: readonly Offer[]
  payee: Payee
  /** Prices in USD that differ from those of the offers. */
  prices: Readonly<Record<string, string>>
  facilitator: FacilitatorSettings
  rpc: RpcAccess
  store: () => Promise<Store>
  log: Log
  now: () => Date
  /** How long a call waits for its settlement. Default `SETTLE_WAIT_MS`. */
  settleWaitMs?: number
}

/** A running seller. */
export interface Seller {
  gate: Gate
  /** Sets the public URL of the routes, once known. */
  announce(baseUrl: string): void
  /** What the facilitator made of the listing of what was sold, so far as it has said. */
  listing(): ListingOutcome | undefined
  /** Stops the background settler; open payments are resumed at the next start. */
  close(): Promise<void>
}

type WordsToKeep = Parameters<typeof keepWords> extends [unknown, ...infer Words] ? Words : never

/** Starts selling: the gate, and the settler that finishes what earlier processes left open. */
export function openSeller(settings: SellerSettings): Seller {
  const { offers, payee, prices, rpc, store, log } = settings
  const now = () => settings.now().getTime()
  const process = randomUUID()
  let listing: ListingOutcome | undefined
  const onListing = (outcome: ListingOutcome): void => {
    if (outcome.status === listing?.status) return
    listing = outcome
    if (outcome.status === 'rejected') {
      log.warn(outcome, 'the facilitator does not list what is sold here')
    } else log.info(outcome, 'the facilitator lists what is sold here')
    const toldAt = settings.now().toISOString()
    void keep('listing', payee.payTo, { ...outcome, toldAt })
  }
  const keep = async (...words: WordsToKeep): Promise<void> => {
    try {
      const { keepWords } = await import('./kept-words.ts')
      await keepWords(await store(), ...words)
    } catch (err) {
      log.warn({ err }, 'what the facilitator said could not be kept')
    }
  }
  const breaker = new Breaker(now, (reason) => {
    if (reason === undefined) log.info({}, 'payments are settled')
    else log.error({ reason }, 'payments are not settled: nothing is sold meanwhile')
    const sinceAt = settings.now().toISOString()
    void keep('stop', `${payee.network.id}:${payee.payTo}`, { reason: reason ?? null, sinceAt })
  })
  const shared = {
    facilitator: lazyFacilitator(settings, onListing),
    breaker,
    verifier: lazySettlementVerifier(payee, rpc, now),
    signatures: once(async () => openSignatureCheck(payee, rpc)),
    log,
    now,
  }
  let baseUrl: string | undefined
  const ledger = new Ledger(store, process, now)
  const gate = createGate({
    ...shared,
    ledger,
    settleWaitMs: settings.settleWaitMs,
    prices: priceTable(offers, payee, prices),
    baseUrl: () => baseUrl,
  })
  const stop = new AbortController()
  const settling = runSettler(
    {
      ...shared,
      // A different owner than the gate's, so that neither takes a row of the other.
      ledger: new Ledger(store, `${process}/settler`, now),
      keepAlive: async () => {
        const ids = gate.underWay()
        if (ids.length > 0) await ledger.renew(ids)
      },
    },
    stop.signal,
  )
  return {
    gate,
    announce(url) {
      baseUrl = url.replace(/\/+$/, '')
    },
    listing: () => listing,
    async close() {
      stop.abort()
      await Promise.all([settling, gate.idle()])
    },
  }
}

/** The chain libraries are large: they are loaded by the first payment, not at the start. */
function lazyFacilitator(
  { facilitator, payee, rpc, log }: SellerSettings,
  onListing: (outcome: ListingOutcome) => void,
): Facilitator {
  if (facilitator.kind === 'hosted') return openHostedFacilitator({ ...facilitator, onListing })
  const { kind: _, ...own } = facilitator
  let opening: Promise<Facilitator> | undefined
  const open = () =>
    (opening ??= import('./local-facilitator.ts').then(({ openLocalFacilitator }) =>
      openLocalFacilitator({ payee, rpc, log, ...own }),
    ))
  return {
    verify: async (...payment) => (await open()).verify(...payment),
    settle: async (...payment) => (await open()).settle(...payment),
  }
}

function lazySettlementVerifier(
  { network }: Payee,
  rpc: RpcAccess,
  now: () => number,
): SettlementVerifier {
  let opening: Promise<SettlementVerifier> | undefined
  const open = async () => {
    const [{ openChainReaders }, { createSettlementVerifier }] = await Promise.all([
      import('../chain/chain-client.ts'),
      import('../chain/settlement-verifier.ts'),
    ])
    return createSettlementVerifier(openChainReaders(network, rpc), network, now)
  }
  return async (transfer) => (await (opening ??= open()))(transfer)
}

async function openSignatureCheck({ network }: Payee, rpc: RpcAccess): Promise<SignatureCheck> {
  const [{ openChainReader }, { createSignatureCheck }] = await Promise.all([
    import('../chain/chain-client.ts'),
    import('./check-signature.ts'),
  ])
  return createSignatureCheck(network, openChainReader(network, rpc))
}
