import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { PAYMENT_MAX_CHARS } from './codec.ts'
import type { Authorization } from './messages.ts'
import type { PaymentNetwork } from './networks.ts'
import type { Terms } from './policy.ts'

type Hex = `0x${string}`

/** A signer for an address: a key in this process or a remote signer. */
export interface Signer {
  address: Hex
  signTypedData(data: TransferAuthorization): Promise<Hex>
}

const TRANSFER_TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** The one thing that is ever signed: an EIP-3009 transfer of USDC, as EIP-712 typed data. */
export interface TransferAuthorization {
  domain: { name: string; version: string; chainId: number; verifyingContract: Hex }
  types: typeof TRANSFER_TYPES
  primaryType: 'TransferWithAuthorization'
  message: {
    from: Hex
    to: Hex
    value: bigint
    validAfter: bigint
    validBefore: bigint
    nonce: Hex
  }
}

/** Drafts what will be signed, with a nonce that nobody can guess. */
export function draftAuthorization(terms: Terms, from: Hex, nowMs: number): Authorization {
  return {
    from,
    to: terms.payTo,
    value: String(terms.units),
    validAfter: '0',
    validBefore: String(Math.floor(nowMs / 1_000) + terms.lifetimeSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}`,
  }
}

/** Signs it for the token of our own table: the domain given by a seller is ignored. */
export async function signAuthorization(
  signer: Signer,
  network: PaymentNetwork,
  authorization: Authorization,
): Promise<Hex> {
  return signer.signTypedData(transferData(network, authorization))
}

/** What the payer signs, for the token of our own table. */
export function transferData(
  { asset, chainId }: PaymentNetwork,
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
): TransferAuthorization {
  return {
    domain: { ...asset.domain, chainId, verifyingContract: asset.address },
    types: TRANSFER_TYPES,
    primaryType: 'TransferWithAuthorization',
    message: {
      from,
      to,
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce,
    },
  }
}

/** Longest extension of a challenge that is sent back. */
const EXTENSION_MAX_CHARS = 2_048

/** The payment message of either protocol version, to be sent byte by byte the same every time. */
export function paymentMessage(
  { version, accepted, challenge }: Terms,
  authorization: Authorization,
  signature: Hex,
): object {
  const payload = { signature, authorization }
  if (version === 1) {
    const { scheme, network } = accepted
    return { x402Version: 1, scheme, network, payload }
  }
  if (challenge.x402Version === 1) return { x402Version: 2, accepted, payload }
  const { resource } = challenge
  const message = { x402Version: 2, resource, accepted, payload }
  const extensions = paymentIdentifier(challenge.extensions)
  const listing = challenge.extensions?.['bazaar']
  const listed = { ...message, extensions: { ...extensions, bazaar: listing } }
  // Directories list what comes back to them (x402 extension `bazaar`); the payment counts for more than the listing.
  if (isObject(listing) && lengthOf(listed) <= LISTED_MAX_CHARS) return listed
  return Object.keys(extensions).length === 0 ? message : { ...message, extensions }
}

/** Longest payment that repeats the seller's listing: header lines of 8 KB pass most proxies, and base64 takes a third. */
const LISTED_MAX_CHARS = 5_900

function lengthOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Whether a seller that accepts messages of usual length will read this payment. */
export function fitsHeader(terms: Terms): boolean {
  const length = Buffer.byteLength(JSON.stringify([terms.accepted, resourceOf(terms)]))
  // The rest is ours: signature, authorization, extension, and a third more for base64.
  return (length + EXTENSION_MAX_CHARS + 1_024) * (4 / 3) <= PAYMENT_MAX_CHARS
}

function resourceOf({ challenge }: Terms): unknown {
  return challenge.x402Version === 2 ? challenge.resource : null
}

/**
 * An id by which the seller knows a payment again without its signature, which is public once it is settled (x402 extension
 * `payment-identifier`): the seller's extension is kept, the id is added.
 */
function paymentIdentifier(extensions: Readonly<Record<string, unknown>> | undefined): object {
  const extension = extensions?.['payment-identifier']
  if (!isObject(extension)) return {}
  if (JSON.stringify(extension).length > EXTENSION_MAX_CHARS) return {}
  const info = 'info' in extension && typeof extension.info === 'object' ? extension.info : {}
  const id = `pay_${randomBytes(24).toString('hex')}`
  return { 'payment-identifier': { ...extension, info: { ...info, id } } }
}
