import type { TransactionAnswer } from '../../contract/onchain.ts'
import { isRecord } from '../../lib/is-record.ts'
import { type Address, toAddress } from '../address.ts'
import type { FunctionSignature } from '../calls/signature.ts'
import { caip2, NATIVE_DECIMALS } from '../chains.ts'
import { formatUnits } from '../decimal.ts'
import { fromHex, type Hex, isHex } from '../hex.ts'
import { type Block, blockIn, isoTime, readBlock, readQuantity, stampOf } from '../rpc/block.ts'
import { BadAnswer } from '../rpc/json-rpc.ts'
import { pinned, type Rpc } from '../rpc/rpc.ts'
import { decodeCall } from './known-calls.ts'
import { isProved, type RawTransaction } from './proof.ts'
import { describeTransfers, type Moved, nativeTransfer, transfersIn } from './transfers.ts'

/** One question for a transaction. */
export interface TransactionQuestion {
  hash: Hex
  /** Of the function that it calls, where the reader knows it. */
  signature: FunctionSignature | undefined
}

/** What a node says of a transaction that it knows. */
interface Sent {
  raw: RawTransaction
  from: Address
  to: Address | null
  input: Hex
  wei: bigint
  /** Undefined for a kind that has none. */
  nonce: bigint | undefined
  gasPrice: bigint
}

/** What a node says of one that is in a block. */
interface Receipt {
  blockNumber: bigint
  blockHash: unknown
  status: 'succeeded' | 'failed' | 'mined'
  gasUsed: bigint
  /** Wei for each unit of gas; undefined where the node does not tell it. */
  price: bigint | undefined
  /** Wei for the place on the parent chain, and for blobs. */
  otherFees: bigint
  created: Address | null
  moved: readonly Moved[]
}

/** Reads a transaction, and what became of it, of one node. */
export async function readTransaction(
  rpc: Rpc,
  { hash, signature }: TransactionQuestion,
  signal: AbortSignal,
): Promise<TransactionAnswer> {
  const [latest, sent, receipt] = await Promise.all([
    readBlock(rpc, signal),
    rpc.ask('eth_getTransactionByHash', [hash], (result) => sentIn(result, hash), signal),
    rpc.ask('eth_getTransactionReceipt', [hash], (result) => receiptIn(result, hash), signal),
  ])
  if (!sent) return { ...nothingOf(rpc, hash), status: 'unknown', ...stampOf(latest) }
  const block = receipt && (await blockOfReceipt(rpc, receipt, signal))
  const money = (wei: bigint) => ({
    wei: wei.toString(),
    formatted: formatUnits(wei, NATIVE_DECIMALS),
    symbol: symbolOf(rpc),
  })
  const status = receipt?.status ?? 'pending'
  const logged = receipt?.moved ?? []
  const own =
    status === 'succeeded' || status === 'mined' ? nativeTransfer(sent, symbolOf(rpc)) : []
  const listed = await describeTransfers(pinned(rpc, latest.number), logged, signal)
  return {
    ...nothingOf(rpc, hash),
    status,
    ...(block ? placeOf(block, latest) : {}),
    from: sent.from,
    to: sent.to,
    created: sent.to === null ? (receipt?.created ?? null) : null,
    nonce: sent.nonce?.toString() ?? null,
    value: money(sent.wei),
    fee: receipt
      ? money(receipt.gasUsed * (receipt.price ?? sent.gasPrice) + receipt.otherFees)
      : null,
    transfers: [...own, ...listed],
    transfersOmitted: logged.length - listed.length,
    call: sent.to === null ? null : decodeCall(sent.input, signature),
    proved: await proven(sent.raw, hash, rpc.chain.id),
    ...stampOf(latest),
  }
}

/** Whether no other node would know more of it. */
export function isFinal({ status }: TransactionAnswer): boolean {
  return status !== 'pending' && status !== 'unknown'
}

function nothingOf(
  rpc: Rpc,
  hash: Hex,
): Omit<TransactionAnswer, 'status' | 'blockNumber' | 'asOf'> {
  return {
    network: caip2(rpc.chain),
    hash,
    confirmations: '0',
    block: null,
    from: null,
    to: null,
    created: null,
    nonce: null,
    value: null,
    fee: null,
    transfers: [],
    transfersOmitted: 0,
    call: null,
    proved: false,
  }
}

async function proven(raw: RawTransaction, hash: Hex, chainId: number): Promise<boolean> {
  try {
    return await isProved(raw, hash, chainId)
  } catch (cause) {
    throw new BadAnswer('a transaction that is not the one of its hash', { cause })
  }
}

function sentIn(result: unknown, hash: Hex): Sent | undefined {
  if (result === null) return undefined
  if (!isRecord(result) || String(result['hash']).toLowerCase() !== hash) {
    throw new Error('another transaction')
  }
  const from = addressOf(result['from'])
  const input = result['input'] ?? '0x'
  if (from === null || !isHex(input)) throw new Error('no transaction')
  return {
    raw: result,
    from,
    to: addressOf(result['to']),
    input,
    wei: readQuantity(result['value'] ?? '0x0'),
    nonce: optionalIn(result['nonce']),
    gasPrice: readQuantity(result['gasPrice'] ?? '0x0'),
  }
}

function receiptIn(result: unknown, hash: Hex): Receipt | undefined {
  if (result === null) return undefined
  if (!isRecord(result) || String(result['transactionHash']).toLowerCase() !== hash) {
    throw new Error('the receipt of another transaction')
  }
  const blobFee =
    (optionalIn(result['blobGasUsed']) ?? 0n) * (optionalIn(result['blobGasPrice']) ?? 0n)
  return {
    blockNumber: readQuantity(result['blockNumber']),
    blockHash: result['blockHash'],
    status: statusOf(result['status']),
    gasUsed: readQuantity(result['gasUsed']),
    price: optionalIn(result['effectiveGasPrice']),
    otherFees: readQuantity(result['l1Fee'] ?? '0x0') + blobFee,
    created: addressOf(result['contractAddress']),
    moved: transfersIn(result['logs']),
  }
}

/** A quantity that not every kind of transaction has. */
function optionalIn(value: unknown): bigint | undefined {
  return value === undefined || value === null ? undefined : readQuantity(value)
}

/** Blocks before that of Byzantium (EIP-658) tell no success. */
function statusOf(status: unknown): Receipt['status'] {
  if (status === undefined || status === null) return 'mined'
  return readQuantity(status) === 1n ? 'succeeded' : 'failed'
}

/** The block of a receipt, as the node has it now: one that is no longer in the chain confirms nothing. */
async function blockOfReceipt(
  rpc: Rpc,
  { blockNumber, blockHash }: Receipt,
  signal: AbortSignal,
): Promise<Block> {
  const read = (result: unknown): Block => {
    const block = blockIn(result)
    const { hash } = result as { hash: unknown }
    if (block.number !== blockNumber || hash !== blockHash) throw new Error('another block')
    return block
  }
  const { tag } = pinned(rpc, blockNumber)
  return rpc.ask('eth_getBlockByNumber', [tag, false], read, signal)
}

function placeOf(block: Block, latest: Block): Pick<TransactionAnswer, 'block' | 'confirmations'> {
  const passed = latest.number - block.number + 1n
  return {
    block: { number: block.number.toString(), time: isoTime(block.time) },
    confirmations: (passed > 0n ? passed : 0n).toString(),
  }
}

function addressOf(value: unknown): Address | null {
  if (value === null || value === undefined) return null
  if (!isHex(value) || value.length !== 42) throw new Error('no address')
  return toAddress(fromHex(value))
}

function symbolOf({ chain }: Rpc): string | null {
  return chain.native === '' ? null : chain.native
}
