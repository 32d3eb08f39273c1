import {
  decodeErrorResult,
  encodeAbiParameters,
  decodeFunctionData,
  encodeFunctionResult,
  parseAbi,
} from 'viem/utils'
import type { GuardedFetch } from '../../contract/net.ts'
import { gatewayFailed } from '../failures.ts'
import { type Hex, isHex } from '../hex.ts'
import {
  GATEWAY_BODY_MAX_BYTES,
  GATEWAY_DEADLINE_MS,
  GATEWAY_REQUESTS_MAX_COUNT,
  GATEWAY_URLS_MAX_COUNT,
  LOOKUP_MAX_BYTES,
} from '../limits.ts'

/** First bytes of a revert that asks for an offchain lookup (ERC-3668). */
export const OFFCHAIN_LOOKUP = '0x556f1830'

/** The gateway URL for bundled lookups: they are made in this process. */
export const LOCAL_BATCH_GATEWAY = 'x-batch-gateway:true'

const ABI = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'struct Query { address sender; string[] urls; bytes data; }',
  'function query(Query[] queries) view returns (bool[] failures, bytes[] responses)',
  'error Error(string message)',
])

/** What one name may cost outside the chain, over all its lookups. */
export interface GatewayUse {
  /** Whether any lookup was asked for. */
  used: boolean
  /** Whether any lookup failed: an answer without a record then means nothing. */
  failed: boolean
  requests: number
  /** Ends all lookups together; set by the first. */
  deadline: AbortSignal | undefined
}

/** Access to the gateways named by contracts. Their URLs are untrusted: `fetch` is the guarded fetch. */
export interface Gateways {
  fetch: GuardedFetch
  /** Whether gateways without TLS are asked too: for tests and private networks. */
  allowPlainHttp: boolean
}

/** A new, unused allowance. */
export function newGatewayUse(): GatewayUse {
  return { used: false, failed: false, requests: 0, deadline: undefined }
}

/**
 * Follows a contract's request for an offchain lookup and gives the call data to go on with (ERC-3668).
 * Bundles are taken apart here, and a bundle in a bundle is not: its depth is a stranger's choice.
 * Throws `upstream_failed`.
 */
export async function lookUp(
  gateways: Gateways,
  revert: Hex,
  { contract, use, signal }: { contract: Hex; use: GatewayUse; signal: AbortSignal },
): Promise<Hex> {
  use.used = true
  use.deadline ??= AbortSignal.timeout(GATEWAY_DEADLINE_MS)
  const both = AbortSignal.any([signal, use.deadline])
  if (revert.length / 2 > LOOKUP_MAX_BYTES) throw gatewayFailed()
  try {
    const { args } = decodeErrorResult({ abi: ABI, data: revert })
    const [sender, urls, callData, callback, extraData] = args as readonly [
      Hex,
      readonly string[],
      Hex,
      Hex,
      Hex,
    ]
    // A lookup in another contract's name would end in that contract.
    if (sender.toLowerCase() !== contract.toLowerCase())
      throw new Error('a lookup for another contract')
    const ask = async (query: GatewayQuery): Promise<Hex> => askGateways(gateways, query, use, both)
    const response = urls.includes(LOCAL_BATCH_GATEWAY)
      ? await askBatch(callData, ask)
      : await ask({ sender, urls, data: callData })
    const types = [{ type: 'bytes' }, { type: 'bytes' }] as const
    return `${callback}${encodeAbiParameters(types, [response, extraData]).slice(2)}` as Hex
  } catch (cause) {
    use.failed = true
    throw gatewayFailed(cause)
  }
}

interface GatewayQuery {
  sender: Hex
  urls: readonly string[]
  data: Hex
}

/** Responds to a bundle as a batch gateway would: a part that failed is marked, and the contract judges it. */
async function askBatch(callData: Hex, ask: (query: GatewayQuery) => Promise<Hex>): Promise<Hex> {
  const { args } = decodeFunctionData({ abi: ABI, data: callData })
  const [queries] = args
  if (queries.length > GATEWAY_REQUESTS_MAX_COUNT) throw new Error('too many lookups in a bundle')
  const answers = await Promise.allSettled(queries.map(ask))
  return encodeFunctionResult({
    abi: ABI,
    functionName: 'query',
    result: [
      answers.map(({ status }) => status === 'rejected'),
      answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : '0x')),
    ],
  })
}

async function askGateways(
  gateways: Gateways,
  { sender, urls, data }: GatewayQuery,
  use: GatewayUse,
  signal: AbortSignal,
): Promise<Hex> {
  for (const url of urls.slice(0, GATEWAY_URLS_MAX_COUNT)) {
    use.requests += 1
    if (use.requests > GATEWAY_REQUESTS_MAX_COUNT || signal.aborted) break
    const answer = await askOne(gateways, url, { sender, data }, signal).catch(() => undefined)
    if (answer !== undefined) return answer
  }
  use.failed = true
  throw new Error('no gateway answered')
}

async function askOne(
  { fetch, allowPlainHttp }: Gateways,
  template: string,
  { sender, data }: { sender: Hex; data: Hex },
  signal: AbortSignal,
): Promise<Hex | undefined> {
  const isSecure = /^https:\/\//i.test(template)
  if (!isSecure && !allowPlainHttp) return undefined
  const url = template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data)
  const post = { contentType: 'application/json', body: JSON.stringify({ sender, data }) }
  const { status, body } = await fetch(url, {
    signal,
    accept: 'application/json',
    maxBytes: GATEWAY_BODY_MAX_BYTES,
    redirects: 'refuse',
    ...(template.includes('{data}') ? {} : { post }),
  })
  return status === 200 ? readAnswer(body) : undefined
}

/** `{"data":"0x…"}`, or the bare data. At most 64 KB, and nothing but hexadecimal digits gets through. */
function readAnswer(body: Uint8Array): Hex | undefined {
  const text = new TextDecoder().decode(body).trim()
  const answer: unknown = text.startsWith('{')
    ? (JSON.parse(text) as { data?: unknown }).data
    : text
  return isHex(answer) ? answer : undefined
}
