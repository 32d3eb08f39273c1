import {
  decodeAbiParameters,
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  parseAbi,
} from 'viem/utils'
import type { NameAnswer } from '../../contract/onchain.ts'
import { cleanLine } from '../../lib/text.ts'
import { type Address, toAddress } from '../address.ts'
import { caip2, type Chain } from '../chains.ts'
import { gatewayFailed } from '../failures.ts'
import { fromHex, type Hex, isHex } from '../hex.ts'
import { RECORD_MAX_CHARS } from '../limits.ts'
import { readBlock, stampOf } from '../rpc/block.ts'
import { CallReverted } from '../rpc/json-rpc.ts'
import { pinned, type Rpc } from '../rpc/rpc.ts'
import { readExpiry } from './expiry.ts'
import {
  type Gateways,
  type GatewayUse,
  LOCAL_BATCH_GATEWAY,
  lookUp,
  newGatewayUse,
  OFFCHAIN_LOOKUP,
} from './gateway.ts'
import { isNormalizedName, nameNode, wireName } from './name.ts'
import { readSubject } from './subject.ts'

/** The Universal Resolver of ENS on mainnet, a proxy that stays where it is. */
export const UNIVERSAL_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'

/** Lookups that one question may go through. */
const LOOKUPS_MAX_COUNT = 4

const ABI = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes answer, address resolver)',
  'function reverseWithGateways(bytes account, uint256 coinType, string[] gateways) view returns (string primary, address resolver, address reverseResolver)',
  'error ResolverNotFound(bytes name)',
  'error ResolverNotContract(bytes name, address resolver)',
  'error UnsupportedResolverProfile(bytes4 selector)',
  'error ResolverError(bytes errorData)',
  'error ReverseAddressMismatch(string primary, bytes primaryAddress)',
  'error HttpError(uint16 status, string message)',
])
const RESOLVER_ABI = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
])

/** Reverts of the Universal Resolver that mean "there is no such record". */
const ABSENT: ReadonlySet<string> = new Set([
  'ResolverNotFound',
  'ResolverNotContract',
  'UnsupportedResolverProfile',
  'ResolverError',
  'ReverseAddressMismatch',
])

/** What resolving needs. */
export interface EnsSettings {
  /** Ethereum mainnet: every name begins there. */
  rpc: Rpc
  gateways: Gateways
}

/** One question about a name, with what it has used up outside the chain. */
interface Session extends EnsSettings {
  use: GatewayUse
  signal: AbortSignal
}

/** Resolves a name, or the primary name of an address, for one chain. */
export async function resolveName(
  settings: EnsSettings,
  question: { name?: string; address?: string; chain: Chain; records: readonly string[] },
  signal: AbortSignal,
): Promise<NameAnswer> {
  const { chain, records: keys } = question
  const subject = readSubject(question)
  const block = await readBlock(settings.rpc, signal)
  const rpc = pinned(settings.rpc, block.number)
  const session = { ...settings, rpc, use: newGatewayUse(), signal }
  const found =
    'name' in subject
      ? await forward(session, subject.name, chain)
      : await backward(session, subject.address, chain)
  const [records, expiry] =
    found.name === null
      ? [[], { expires: null }]
      : await Promise.all([
          readTexts(session, found.name, keys),
          readExpiry(rpc, found.name, block, signal),
        ])
  return {
    ...found,
    network: caip2(chain),
    records: Object.fromEntries(keys.map((key, index) => [key, records[index] ?? null])),
    source: 'ens',
    offchain: session.use.used,
    ...expiry,
    ...stampOf(block),
  }
}

type Found = Pick<NameAnswer, 'name' | 'address' | 'primaryName' | 'verified'>

async function forward(session: Session, name: string, chain: Chain): Promise<Found> {
  const address = await readAddress(session, name, chain)
  const primaryName = address === null ? null : await readPrimaryName(session, address, chain)
  return { name, address, primaryName, verified: primaryName === name }
}

async function backward(session: Session, address: Address, chain: Chain): Promise<Found> {
  const primaryName = await readPrimaryName(session, address, chain)
  // A reverse record is a claim: only the name itself can confirm it.
  const confirmed =
    primaryName !== null && (await readAddress(session, primaryName, chain)) === address
  const name = confirmed ? primaryName : null
  return { name, address, primaryName: name, verified: confirmed }
}

async function readAddress(session: Session, name: string, chain: Chain): Promise<Address | null> {
  const node = nameNode(name)
  const data =
    chain.id === 1
      ? encodeFunctionData({ abi: RESOLVER_ABI, functionName: 'addr', args: [node] })
      : encodeFunctionData({
          abi: RESOLVER_ABI,
          functionName: 'addr',
          args: [node, coinType(chain)],
        })
  const answer = await askResolver(session, name, data)
  if (answer === null) return null
  const bytes = decodeAnswer(answer, chain.id === 1 ? 'address' : 'bytes')
  if (bytes === null || !/^0x[0-9a-fA-F]{40}$/.test(bytes)) return null
  return /^0x0+$/.test(bytes) ? null : toAddress(fromHex(bytes as Hex))
}

async function readTexts(
  session: Session,
  name: string,
  keys: readonly string[],
): Promise<readonly (string | null)[]> {
  return Promise.all(
    keys.map(async (key) => {
      const args = [nameNode(name), key] as const
      const data = encodeFunctionData({ abi: RESOLVER_ABI, functionName: 'text', args })
      const answer = await askResolver(session, name, data)
      const text = answer === null ? null : decodeAnswer(answer, 'string')
      // The text only: what it points to is never fetched.
      return text === null || text === '' ? null : cleanLine(text, RECORD_MAX_CHARS)
    }),
  )
}

/** The primary name, or null where there is none, another address owns it, or it is not a valid name. */
async function readPrimaryName(
  session: Session,
  address: Address,
  chain: Chain,
): Promise<string | null> {
  const args = [address, coinType(chain), [LOCAL_BATCH_GATEWAY]] as const
  const data = encodeFunctionData({ abi: ABI, functionName: 'reverseWithGateways', args })
  const result = await askUniversalResolver(session, data, (answer) => {
    const [primary] = decodeFunctionResult({
      abi: ABI,
      functionName: 'reverseWithGateways',
      data: answer,
    })
    return primary
  })
  return result !== null && isNormalizedName(result) ? result : null
}

async function askResolver(session: Session, name: string, data: Hex): Promise<Hex | null> {
  const args = [wireName(name), data, [LOCAL_BATCH_GATEWAY]] as const
  const call = encodeFunctionData({ abi: ABI, functionName: 'resolveWithGateways', args })
  return askUniversalResolver(session, call, (result) => {
    const [answer] = decodeFunctionResult({
      abi: ABI,
      functionName: 'resolveWithGateways',
      data: result,
    })
    return answer === '0x' ? null : answer
  })
}

/** One question, with the lookups it asks for. Null means that the chain has no such record. */
async function askUniversalResolver<T>(
  session: Session,
  question: Hex,
  read: (result: Hex) => T,
): Promise<T | null> {
  const { rpc, gateways, use, signal } = session
  const readHex = (result: unknown): T => {
    if (!isHex(result)) throw new Error('the answer is no data')
    return read(result)
  }
  let data = question
  for (let lookups = 0; lookups <= LOOKUPS_MAX_COUNT; lookups += 1) {
    try {
      const call = { to: UNIVERSAL_RESOLVER, data }
      return await rpc.ask('eth_call', [call, rpc.tag], readHex, signal)
    } catch (thrown) {
      if (!(thrown instanceof CallReverted)) throw thrown
      if (!thrown.data.startsWith(OFFCHAIN_LOOKUP)) return absent(session, thrown)
      data = await lookUp(gateways, thrown.data, { contract: UNIVERSAL_RESOLVER, use, signal })
    }
  }
  throw gatewayFailed()
}

/** Null for a revert that means "no record"; an error where a gateway may be to blame, or the contract. */
function absent({ use }: Session, reverted: CallReverted): null {
  const name = errorName(reverted.data)
  if (use.failed || name === 'HttpError') throw gatewayFailed(reverted)
  if (name === undefined || !ABSENT.has(name)) throw reverted
  return null
}

function errorName(data: Hex): string | undefined {
  try {
    return decodeErrorResult({ abi: ABI, data }).errorName
  } catch {
    return undefined
  }
}

/** A resolver is a stranger's contract: what does not decode is no record. */
function decodeAnswer(answer: Hex, type: 'address' | 'bytes' | 'string'): string | null {
  try {
    const [value] = decodeAbiParameters([{ type }], answer)
    return value
  } catch {
    return null
  }
}

/** The number of a chain in ENS (ENSIP-11). */
function coinType({ id }: Chain): bigint {
  return id === 1 ? 60n : 0x8000_0000n + BigInt(id)
}
