import { x402Facilitator } from '@x402/core/facilitator'
import type { PaymentPayload } from '@x402/core/types'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import type { Log } from '../log.ts'
import type { RpcAccess } from './chain-client.ts'
import type { Facilitator } from './facilitator.ts'
import { type GasWallet, openGasWallet } from './gas-wallet.ts'
import { type PaymentRequirements, settlementSchema } from './messages.ts'
import type { Payee } from './terms.ts'

/** Longest wait for a receipt; afterwards the settlement is reported as pending. */
const CONFIRM_MAX_MS = 10_000

/** The alarm is raised when gas is left for fewer settlements than this. */
export const LOW_GAS_SETTLEMENTS = 200

/** Pause between two looks at the gas account. */
const GAS_CHECK_INTERVAL_MS = 60_000

/** What the seller's own facilitator needs. */
export interface LocalFacilitatorSettings {
  payee: Payee
  /** Key of the account that pays the gas. Its money can go nowhere but into gas for `payee`. */
  gasKey: `0x${string}`
  rpc: RpcAccess
  log: Log
  /** Default `CONFIRM_MAX_MS`. */
  confirmMaxMs?: number
}

/**
 * Verifies and settles in this process, paying the gas itself. It serves one payee, token and network:
 * an open facilitator is a gas tap for strangers.
 */
export function localFacilitator(settings: LocalFacilitatorSettings): Facilitator {
  const { payee, gasKey, rpc, log, confirmMaxMs = CONFIRM_MAX_MS } = settings
  const wallet = openGasWallet(gasKey, payee.network, rpc)
  const facilitator = new x402Facilitator()
  const signer = toFacilitatorEvmSigner(signerOf(wallet), { confirmationTimeoutMs: confirmMaxMs })
  facilitator.register(payee.network.id, new ExactEvmScheme(signer))
  let gasCheckedAt = Number.NEGATIVE_INFINITY

  async function watchGas(): Promise<void> {
    if (performance.now() - gasCheckedAt < GAS_CHECK_INTERVAL_MS) return
    gasCheckedAt = performance.now()
    const settlementsLeft = await wallet.settlementsLeft()
    if (settlementsLeft >= LOW_GAS_SETTLEMENTS) return
    log.warn({ address: wallet.address, settlementsLeft }, 'the gas account runs low')
  }

  return {
    async verify(payment, requirements) {
      if (!isPinned(requirements, payee)) return { isValid: false, invalidReason: 'not_our_payee' }
      const { isValid, invalidReason } = await facilitator.verify(
        payment as PaymentPayload,
        requirements,
      )
      return { isValid, invalidReason }
    },
    async settle(payment, requirements) {
      if (!isPinned(requirements, payee)) {
        const { network } = requirements
        return { success: false, transaction: '', network, errorReason: 'not_our_payee' }
      }
      watchGas().catch((err: unknown) => log.warn({ err }, 'the gas account cannot be read'))
      return settlementSchema.parse(
        await facilitator.settle(payment as PaymentPayload, requirements),
      )
    },
  }
}

function isPinned(requirements: PaymentRequirements, { network, payTo }: Payee): boolean {
  return (
    requirements.payTo.toLowerCase() === payTo.toLowerCase() &&
    requirements.asset.toLowerCase() === network.asset.address.toLowerCase() &&
    requirements.network === network.id
  )
}

function signerOf(wallet: GasWallet): Parameters<typeof toFacilitatorEvmSigner>[0] {
  const { address, client, call, send } = wallet
  return {
    address,
    getCode: async (request) => client.getCode(request),
    readContract: async (request) => client.readContract({ ...request, args: request.args ?? [] }),
    // The stock type says less about the typed data than viem wants to know.
    verifyTypedData: async (request) => client.verifyTypedData(request as never),
    writeContract: call,
    sendTransaction: send,
    waitForTransactionReceipt: async (request) => client.waitForTransactionReceipt(request),
  }
}
