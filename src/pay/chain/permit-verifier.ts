import { decodeFunctionData, parseAbi, type PublicClient } from 'viem'
import { PERMIT2, PERMIT_PROXIES, type PermitMethod } from '../protocol/permits.ts'
import { type ChainReaders, TOKEN_ABI } from './chain-client.ts'
import { blockMs, type Head, judgeByNodes } from './judge-by-nodes.ts'
import { type AuthorizedTransfer, searchBlocks, type Verdict } from './settlement-verifier.ts'

/** One payment that was permitted, as the chain can be asked about it; `units` is the most that may be taken. */
export interface PermittedTransfer extends AuthorizedTransfer {
  method: PermitMethod
}

/** State on chain of a permitted transfer, with what was taken; the transaction is undefined where none shows that. */
export type PermitVerdict =
  | Exclude<Verdict, { outcome: 'paid' }>
  | { outcome: 'paid'; transaction: `0x${string}` | undefined; units: number }

const PERMIT2_ABI = parseAbi(['function nonceBitmap(address, uint256) view returns (uint256)'])

const PERMIT_STRUCTS = [
  'struct Permissions { address token; uint256 amount; }',
  'struct Permit { Permissions permitted; uint256 nonce; uint256 deadline; }',
  'struct Permit2612 { uint256 value; uint256 deadline; bytes32 r; bytes32 s; uint8 v; }',
] as const

/** The calls that settle a permit, as its proxy has them. */
const SETTLE_ABI = {
  permit2: parseAbi([
    ...PERMIT_STRUCTS,
    'struct Witness { address to; uint256 validAfter; }',
    'function settle(Permit permit, address owner, Witness witness, bytes signature)',
    'function settleWithPermit(Permit2612 allowance, Permit permit, address owner, Witness witness, bytes signature)',
  ]),
  upto: parseAbi([
    ...PERMIT_STRUCTS,
    'struct Witness { address to; address facilitator; uint256 validAfter; }',
    'function settle(Permit permit, uint256 amount, address owner, Witness witness, bytes signature)',
    'function settleWithPermit(Permit2612 allowance, Permit permit, uint256 amount, address owner, Witness witness, bytes signature)',
  ]),
} as const

/** Transactions of one range of blocks that are looked into: there are as many as payments to one payee. */
const TRANSACTIONS_MAX_COUNT = 200

/** How long a use may stay without a transaction that shows its amount: nodes know the state before the logs. */
const PROOF_GRACE_MS = 60_000

/**
 * Verifies on chain how a permit was used. No event names its nonce: so a smaller amount than the one that was permitted is believed
 * only of a transaction that calls the proxy itself with this permit, and succeeded. What was used in another way counts in full.
 */
export async function verifyPermit(
  nodes: ChainReaders,
  blockMinMs: number,
  transfer: PermittedTransfer,
  now: () => number,
): Promise<PermitVerdict> {
  return judgeByNodes(nodes, async (...at) => useOf(...at, blockMinMs, transfer), transfer, now)
}

async function useOf(
  client: PublicClient,
  head: Head,
  blockMinMs: number,
  transfer: PermittedTransfer,
): Promise<PermitVerdict | undefined> {
  const { from, nonce, units, untilMs } = transfer
  const bits = await client.readContract({
    address: PERMIT2,
    abi: PERMIT2_ABI,
    functionName: 'nonceBitmap',
    args: [from, BigInt(nonce) >> 8n],
    blockNumber: head.number,
  })
  const isUsed = ((bits >> (BigInt(nonce) & 0xffn)) & 1n) === 1n
  if (!isUsed) return undefined
  const found = await searchBlocks(
    head,
    { sinceMs: transfer.sinceMs, blockMinMs },
    async (first, last) => settlementIn(client, transfer, first, last),
  )
  if (found) return found
  return blockMs(head) > untilMs + PROOF_GRACE_MS
    ? { outcome: 'paid', transaction: undefined, units }
    : { outcome: 'open' }
}

async function settlementIn(
  client: PublicClient,
  transfer: PermittedTransfer,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<PermitVerdict | undefined> {
  const { asset, from, to } = transfer
  const transfers = await client.getContractEvents({
    address: asset,
    abi: TOKEN_ABI,
    eventName: 'Transfer',
    args: { from, to },
    fromBlock,
    toBlock,
  })
  for (const { transactionHash: hash } of transfers.slice(0, TRANSACTIONS_MAX_COUNT)) {
    const { input, to: called } = await client.getTransaction({ hash })
    const isProxy = called?.toLowerCase() === PERMIT_PROXIES[transfer.method].toLowerCase()
    const units = isProxy ? settledBy(input, transfer) : undefined
    if (units !== undefined) return { outcome: 'paid', transaction: hash, units }
  }
  return undefined
}

/** The amount that a call of the proxy settles of a permit; undefined where it settles another one. */
function settledBy(data: `0x${string}`, transfer: PermittedTransfer): number | undefined {
  const { method, nonce, from, units } = transfer
  try {
    const call = read(method, data)
    const isThis = call.permit.nonce === BigInt(nonce) && call.owner.toLowerCase() === from
    return isThis ? Number(call.amount ?? units) : undefined
  } catch {
    return undefined
  }
}

function read(method: PermitMethod, data: `0x${string}`) {
  if (method === 'permit2') {
    const { functionName, args } = decodeFunctionData({ abi: SETTLE_ABI.permit2, data })
    const [permit, owner] = functionName === 'settle' ? args : ([args[1], args[2]] as const)
    return { permit, owner, amount: undefined }
  }
  const { functionName, args } = decodeFunctionData({ abi: SETTLE_ABI.upto, data })
  const [permit, amount, owner] =
    functionName === 'settle' ? args : ([args[1], args[2], args[3]] as const)
  return { permit, owner, amount }
}
