import type { PaymentNetwork } from './networks.ts'

type Hex = `0x${string}`

/** EIP-712 typed data. */
export interface TypedMessage {
  domain: { name: string; version?: string; chainId: number; verifyingContract: Hex }
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  primaryType: string
  message: Record<string, unknown>
}

/** The contract that moves tokens by permits (Permit2), at one address on every network. */
export const PERMIT2: Hex = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** A payment by a permit: of just this amount (x402 scheme `exact`), or of that much at most (scheme `upto`). */
export type PermitMethod = 'permit2' | 'upto'

/** The contracts of x402 that use permits: each pays nobody but the payee that was signed. */
export const PERMIT_PROXIES: Readonly<Record<PermitMethod, Hex>> = {
  permit2: '0x402085c248EeA27D92E8b30b2C58ed07f9E20001',
  upto: '0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002',
}

/** What a buyer permits, as it is sent; numbers are decimal digits. */
export interface Permit {
  from: Hex
  permitted: { token: Hex; amount: string }
  spender: Hex
  nonce: string
  deadline: string
  /** `facilitator` alone may settle what is permitted by `upto`. */
  witness: { to: Hex; facilitator?: Hex; validAfter: string }
}

const TOKEN_PERMISSIONS = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
] as const

const PERMIT = [
  { name: 'permitted', type: 'TokenPermissions' },
  { name: 'spender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'witness', type: 'Witness' },
] as const

const WITNESS = [
  { name: 'to', type: 'address' },
  { name: 'validAfter', type: 'uint256' },
] as const

const WITNESS_UPTO = [
  { name: 'to', type: 'address' },
  { name: 'facilitator', type: 'address' },
  { name: 'validAfter', type: 'uint256' },
] as const

/** What the payer signs, for the contracts of our own table: those that a seller names are ignored. */
export function permitData({ chainId }: PaymentNetwork, permit: Permit): TypedMessage {
  const { permitted, spender, nonce, deadline, witness } = permit
  const { to, facilitator, validAfter } = witness
  const named = facilitator === undefined ? {} : { facilitator: lower(facilitator) }
  return {
    domain: { name: 'Permit2', chainId, verifyingContract: PERMIT2 },
    types: {
      PermitWitnessTransferFrom: PERMIT,
      TokenPermissions: TOKEN_PERMISSIONS,
      Witness: facilitator === undefined ? WITNESS : WITNESS_UPTO,
    },
    primaryType: 'PermitWitnessTransferFrom',
    message: {
      permitted: { token: lower(permitted.token), amount: BigInt(permitted.amount) },
      spender,
      nonce: BigInt(nonce),
      deadline: BigInt(deadline),
      witness: { to: lower(to), ...named, validAfter: BigInt(validAfter) },
    },
  }
}

/** Capital letters of an address are a checksum, which is nothing that is signed. */
function lower(address: Hex): Hex {
  return address.toLowerCase() as Hex
}
