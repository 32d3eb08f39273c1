import { z } from 'zod'
import { OperationError } from '../contract/errors.ts'
import type { GuardedFetch } from '../contract/net.ts'
import type { FoundService } from '../contract/spending.ts'
import { cleanLine } from '../lib/text.ts'
import { unitsToUsd } from '../pay/protocol/money.ts'
import { paymentNetwork } from '../pay/protocol/networks.ts'

/** Services of one answer. */
const SERVICES_MAX_COUNT = 20

/** Characters of what a service says of itself. */
const DESCRIPTION_MAX_CHARS = 300

/** Bytes of one answer. */
const ANSWER_MAX_BYTES = 1024 * 1024

const offerSchema = z.object({
  scheme: z.string(),
  network: z.string(),
  amount: z.string().nullish(),
  maxAmountRequired: z.string().nullish(),
  asset: z.string(),
})

const serviceSchema = z.object({
  resource: z.string().max(4_096),
  description: z.string().nullish(),
  metadata: z.object({ description: z.string().nullish() }).nullish(),
  accepts: z.array(z.unknown()).max(32).default([]),
})

const answerSchema = z.union([
  z.object({ resources: z.array(z.unknown()) }).transform(({ resources }) => resources),
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) => items),
])

/** What a directory is asked with. */
export interface ServiceSearch {
  /** Address of the directory, to which `/discovery/search` is appended (x402 extension `bazaar`). */
  directory: string
  query: string
  fetch: GuardedFetch
  signal: AbortSignal
}

/** Looks for services in a directory. Everything that they say of themselves is a stranger's text. Throws `upstream_failed`. */
export async function findServices(search: ServiceSearch): Promise<FoundService[]> {
  const { directory, query, fetch, signal } = search
  const base = directory.replace(/\/+$/, '')
  const { status, body } = await fetch(
    `${base}/discovery/search?query=${encodeURIComponent(query)}&limit=${SERVICES_MAX_COUNT}`,
    { signal, accept: 'application/json', maxBytes: ANSWER_MAX_BYTES, redirects: 'refuse' },
  )
  const parsed = answerSchema.safeParse(jsonOf(body))
  if (status !== 200 || !parsed.success) throw unreadable(status)
  return parsed.data.flatMap((item) => readService(item) ?? []).slice(0, SERVICES_MAX_COUNT)
}

function readService(item: unknown): FoundService | undefined {
  const { data } = serviceSchema.safeParse(item)
  if (!data || !/^https:\/\/[^\s"<>]+$/.test(data.resource) || !URL.canParse(data.resource)) {
    return undefined
  }
  const { username, password, host } = new URL(data.resource)
  if (username || password) return undefined
  const said = data.description ?? data.metadata?.description ?? ''
  return {
    url: data.resource,
    host,
    description: cleanLine(said, DESCRIPTION_MAX_CHARS),
    usd: cheapest(data.accepts),
  }
}

/** The lowest price that can be paid from here at all; null where there is none. */
function cheapest(accepts: readonly unknown[]): string | null {
  const units = accepts.flatMap((offer) => {
    const { data } = offerSchema.safeParse(offer)
    const network = data && paymentNetwork(data.network)
    const isOurs =
      data?.scheme === 'exact' && data.asset.toLowerCase() === network?.asset.address.toLowerCase()
    const amount = Number(data?.amount ?? data?.maxAmountRequired ?? Number.NaN)
    return isOurs && Number.isSafeInteger(amount) && amount >= 0 ? [amount] : []
  })
  return units.length === 0 ? null : unitsToUsd(Math.min(...units))
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown
  } catch {
    return undefined
  }
}

function unreadable(status: number): OperationError {
  return new OperationError('upstream_failed', 'The directory of services gave no list.', {
    hint: 'The owner should check the address that --bazaar names.',
    fields: { status },
  })
}
