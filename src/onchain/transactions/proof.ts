import { keccak256, recoverAddress, serializeTransaction } from 'viem/utils'
import { isRecord } from '../../lib/is-record.ts'
import { type Hex, isHex } from '../hex.ts'
import { readQuantity } from '../rpc/block.ts'

/** Kinds of transactions whose hash can be computed of what a node tells, by their number. */
const KINDS = { 0: 'legacy', 1: 'eip2930', 2: 'eip1559', 3: 'eip4844', 4: 'eip7702' } as const

/** What a node tells of a transaction. */
export type RawTransaction = Readonly<Record<string, unknown>>

/**
 * Whether the fields of a transaction give its hash, and its signature the sender: then no node can have invented them. False where
 * the kind is not known or nobody signed it, as of those that rollups make. Throws where the hash or the sender is another.
 */
export async function isProved(raw: RawTransaction, hash: Hex, chainId: number): Promise<boolean> {
  const kind = raw['type'] === undefined ? 0n : readQuantity(raw['type'])
  if (!Object.hasOwn(KINDS, String(kind)) || !isSigned(raw)) return false
  const type = KINDS[String(kind) as unknown as keyof typeof KINDS]
  const chain = raw['chainId'] === undefined || raw['chainId'] === null ? undefined : raw['chainId']
  if (chain !== undefined && readQuantity(chain) !== BigInt(chainId)) {
    throw new Error('a transaction of another chain')
  }
  const signature = signatureOf(raw, type)
  const fields = fieldsOf(raw, type, chain === undefined ? undefined : chainId)
  if (keccak256(serializeTransaction(fields as never, signature)) !== hash) {
    throw new Error('fields that give another hash')
  }
  const signed = keccak256(serializeTransaction(fields as never))
  const sender = await recoverAddress({ hash: signed, signature })
  if (sender.toLowerCase() !== String(raw['from']).toLowerCase()) throw new Error('another sender')
  return true
}

/** Whether a transaction has a signature: what a chain itself puts into a block, as Polygon does, has none. */
function isSigned({ r, s }: RawTransaction): boolean {
  return [r, s].every((part) => readQuantity(part ?? '0x0') > 0n)
}

function signatureOf(
  raw: RawTransaction,
  type: (typeof KINDS)[keyof typeof KINDS],
): { r: Hex; s: Hex; v: bigint; yParity: number } {
  const v = readQuantity(raw['v'] ?? raw['yParity'])
  const isOdd =
    type === 'legacy' ? (v >= 35n ? (v - 35n) % 2n : v - 27n) : readQuantity(raw['yParity'] ?? v)
  return { r: word(raw['r']), s: word(raw['s']), v, yParity: isOdd === 0n ? 0 : 1 }
}

function fieldsOf(
  raw: RawTransaction,
  type: (typeof KINDS)[keyof typeof KINDS],
  chainId: number | undefined,
): Record<string, unknown> {
  const price =
    type === 'legacy' || type === 'eip2930'
      ? { gasPrice: readQuantity(raw['gasPrice']) }
      : {
          maxFeePerGas: readQuantity(raw['maxFeePerGas']),
          maxPriorityFeePerGas: readQuantity(raw['maxPriorityFeePerGas']),
        }
  return {
    type,
    ...(chainId === undefined ? {} : { chainId }),
    // Counts transactions of one sender, holds no amount.
    nonce: Number(readQuantity(raw['nonce'])),
    gas: readQuantity(raw['gas']),
    to: raw['to'] ?? undefined,
    value: readQuantity(raw['value']),
    data: hexOf(raw['input']),
    ...price,
    ...(type === 'legacy' ? {} : { accessList: raw['accessList'] ?? [] }),
    ...(type === 'eip4844'
      ? {
          maxFeePerBlobGas: readQuantity(raw['maxFeePerBlobGas']),
          blobVersionedHashes: raw['blobVersionedHashes'],
        }
      : {}),
    ...(type === 'eip7702' ? { authorizationList: authorizationsIn(raw) } : {}),
  }
}

function authorizationsIn(raw: RawTransaction): readonly object[] {
  const list: unknown = raw['authorizationList']
  if (!Array.isArray(list)) throw new Error('no list')
  return list.filter(isRecord).map((one) => ({
    address: one['address'],
    chainId: Number(readQuantity(one['chainId'])),
    nonce: Number(readQuantity(one['nonce'])),
    r: word(one['r']),
    s: word(one['s']),
    yParity: Number(readQuantity(one['yParity'])),
  }))
}

function word(value: unknown): Hex {
  return `0x${readQuantity(value).toString(16).padStart(64, '0')}`
}

function hexOf(value: unknown): Hex {
  if (!isHex(value)) throw new Error('no data')
  return value
}
