import { randomBytes } from 'node:crypto'
import type { Payment, PaymentRequirements } from '../../src/pay/protocol/messages.ts'
import { BASE } from './chain-usdc.ts'
import type { Hex } from './chain.ts'
import type { Signing } from './contract-wallets.ts'

/** What a test may change about a payment before and after it is signed. */
export interface PaymentChanges {
  /** Changes what is signed. */
  signed?: Partial<Payment['payload']['authorization']>
  /** Changes the message after signing, like an attacker. */
  sent?: (payment: Payment) => void
  /** Name of the token in the domain that is signed for. */
  domainName?: string
  /** Idempotency id. */
  id?: string
}

function randomHex(bytes: number): Hex {
  return `0x${randomBytes(bytes).toString('hex')}`
}

/** Signs a payment for the given terms, as an honest buyer would unless told otherwise. */
export async function signPayment(
  account: Signing,
  requirements: PaymentRequirements,
  { signed = {}, sent, domainName = BASE.asset.domain.name, id }: PaymentChanges = {},
): Promise<Payment> {
  const authorization: Payment['payload']['authorization'] = {
    from: account.address,
    to: requirements.payTo,
    value: requirements.amount,
    validAfter: '0',
    validBefore: String(Math.floor(Date.now() / 1_000) + requirements.maxTimeoutSeconds),
    nonce: randomHex(32),
    ...signed,
  }
  const signature = await account.signTypedData({
    domain: {
      ...BASE.asset.domain,
      name: domainName,
      chainId: BASE.chainId,
      verifyingContract: requirements.asset,
    },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  })
  const payment: Payment = {
    x402Version: 2,
    accepted: structuredClone(requirements),
    payload: { signature, authorization },
    ...(id === undefined ? {} : { extensions: { 'payment-identifier': { info: { id } } } }),
  }
  sent?.(payment)
  return payment
}

/** Puts the payment into the words of version 1, as its buyers send it. */
export function inV1({ payload }: Payment): object {
  return { x402Version: 1, scheme: 'exact', network: BASE.v1Name, payload }
}
