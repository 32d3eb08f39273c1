import {
  BaseError,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  ExecutionRevertedError,
  hashTypedData,
  parseAbi,
  parseErc6492Signature,
  type PublicClient,
  recoverAddress,
} from 'viem'
import { SIGNATURE_CALL_GAS, UNDEPLOYED_CALL_GAS } from '../limits.ts'
import type { Payment } from '../protocol/messages.ts'
import type { PaymentNetwork } from '../protocol/networks.ts'
import { transferData } from '../wallet/sign.ts'

/**
 * What a signature says of who pays: `payer` is proven, `nobody` means that it is not the payer's, and `unknown` that only the
 * facilitator can tell.
 */
export type SignedBy = 'payer' | 'nobody' | 'unknown'

type Hex = `0x${string}`

/** Answers of `isValidSignature` to a good signature (EIP-1271). */
const MAGIC = '0x1626ba7e'

const WALLET_ABI = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)'])

/** Accounts that are remembered as contracts or none. */
const ACCOUNTS_MAX_COUNT = 10_000

/** How long it is remembered that an account is a contract, or none: an account becomes a contract once. */
const ACCOUNT_KEPT_MS = 60_000

/** Checks signatures of payments. Never throws. */
export interface SignatureCheck {
  /** Whether the payer's own key has signed, found without asking anybody. */
  byKey(payment: Payment): Promise<boolean>
  /** Who has signed, by a call of the payer's contract, where the payer is one. */
  byContract(payment: Payment): Promise<SignedBy>
}

/** Creates the check. The chain is read only where a key has not signed. */
export function createSignatureCheck(
  network: PaymentNetwork,
  client: PublicClient,
): SignatureCheck {
  const known = new Map<string, { reading: Promise<boolean>; atMs: number }>()

  async function isContract(address: Hex): Promise<boolean> {
    const key = address.toLowerCase()
    const found = known.get(key)
    const nowMs = performance.now()
    if (found && nowMs - found.atMs < ACCOUNT_KEPT_MS) return found.reading
    const reading = client.getCode({ address }).then((code) => code !== undefined && code !== '0x')
    known.delete(key)
    known.set(key, { reading, atMs: nowMs })
    reading.catch(() => known.delete(key))
    for (const oldest of known.keys()) {
      if (known.size <= ACCOUNTS_MAX_COUNT) break
      known.delete(oldest)
    }
    return reading
  }

  /** Asks the wallet; one that is not deployed yet is deployed for the length of the question, as its signature says. */
  async function isSigned(from: Hex, hash: Hex, signature: Hex, unwrapped: Hex): Promise<boolean> {
    if (await isContract(from)) {
      const data = encodeFunctionData({
        abi: WALLET_ABI,
        functionName: 'isValidSignature',
        args: [hash, unwrapped],
      })
      const { data: said } = await client.call({ to: from, data, gas: SIGNATURE_CALL_GAS })
      return said?.startsWith(MAGIC) ?? false
    }
    if (signature === unwrapped) return false
    const data = encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      args: [from, hash, signature],
      bytecode: erc6492SignatureValidatorByteCode,
    })
    const { data: said } = await client.call({ data, gas: UNDEPLOYED_CALL_GAS })
    return said === '0x01'
  }

  return {
    async byKey({ payload: { authorization, signature } }) {
      try {
        const hash = hashTypedData(transferData(network, authorization))
        const signer = await recoverAddress({ hash, signature })
        return signer.toLowerCase() === authorization.from.toLowerCase()
      } catch {
        return false
      }
    },
    async byContract({ payload: { authorization, signature } }) {
      const unwrapped = unwrap(signature)
      if (unwrapped === undefined) return 'nobody'
      try {
        const hash = hashTypedData(transferData(network, authorization))
        const isTheirs = await isSigned(authorization.from, hash, signature, unwrapped)
        return isTheirs ? 'payer' : 'nobody'
      } catch (thrown) {
        return isRevert(thrown) ? 'nobody' : 'unknown'
      }
    },
  }
}

/** What a wallet is to look at of a signature that may say how the wallet is deployed (ERC-6492); undefined for one in no good form. */
function unwrap(signature: Hex): Hex | undefined {
  try {
    return parseErc6492Signature(signature).signature
  } catch {
    return undefined
  }
}

/** Whether the contract has answered by failing; a node that does not answer says nothing of it. */
function isRevert(thrown: unknown): boolean {
  return (
    thrown instanceof BaseError &&
    thrown.walk((cause) => cause instanceof ExecutionRevertedError) !== null
  )
}
