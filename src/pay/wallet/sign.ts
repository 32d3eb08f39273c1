import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { PAYMENT_MAX_CHARS } from '../protocol/codec.ts'
import type { Authorization } from '../protocol/messages.ts'
import type { PaymentNetwork } from '../protocol/networks.ts'
import { type Permit, PERMIT_PROXIES, permitData, type TypedMessage } from '../protocol/permits.ts'
import type { Terms } from './policy.ts'

type Hex = `0x${string}`

/** A signer for an address: a key in this process or a remote signer. */
export interface Signer {
  address: Hex
  signTypedData(data: TypedMessage): Promise<Hex>
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

/** The signed message, unless the owner allows permits: an EIP-3009 transfer of USDC, as EIP-712 typed data. */
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

/** What will be signed, and how it is known again. */
export interface Draft {
  /** 32 bytes that nobody can guess. */
  nonce: Hex
  /** Seconds since 1970. */
  validBefore: number
  /** Members of the payload beside the signature. */
  signed: { authorization: Authorization } | { permit2Authorization: Permit }
}

/** Drafts what will be signed. */
export function draftPayment(terms: Terms, from: Hex, nowMs: number): Draft {
  const { payTo, permit, network } = terms
  const nonce: Hex = `0x${randomBytes(32).toString('hex')}`
  const amount = String(terms.units)
  const validBefore = Math.floor(nowMs / 1_000) + terms.lifetimeSeconds
  const until = String(validBefore)
  if (!permit) {
    const range = { validAfter: '0', validBefore: until }
    const authorization = { from, to: payTo, value: amount, ...range, nonce }
    return { nonce, validBefore, signed: { authorization } }
  }
  const { method, ...named } = permit
  const permit2Authorization = {
    from,
    permitted: { token: network.asset.address, amount },
    spender: PERMIT_PROXIES[method],
    nonce: String(BigInt(nonce)),
    deadline: until,
    witness: { to: payTo, ...named, validAfter: '0' },
  }
  return { nonce, validBefore, signed: { permit2Authorization } }
}

/** Signs it for the token and the contracts of our own table: the domain given by a seller is ignored. */
export async function signDraft(
  signer: Signer,
  network: PaymentNetwork,
  { signed }: Draft,
): Promise<Hex> {
  return signer.signTypedData(
    'authorization' in signed
      ? transferData(network, signed.authorization)
      : permitData(network, signed.permit2Authorization),
  )
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
      // Capital letters are a checksum, which is nothing that is signed.
      to: to.toLowerCase() as Hex,
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
  { signed }: Draft,
  signature: Hex,
): object {
  const payload = { signature, ...signed }
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
