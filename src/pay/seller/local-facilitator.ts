import { AsyncLocalStorage } from 'node:async_hooks'
import { x402Facilitator } from '@x402/core/facilitator'
import type { PaymentPayload } from '@x402/core/types'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { BaseError, ContractFunctionRevertedError } from 'viem'
import type { Log } from '../../lib/log.ts'
import type { Secret } from '../../lib/secret.ts'
import type { RpcAccess } from '../chain/chain-client.ts'
import { type GasWallet, openGasWallet } from '../chain/gas-wallet.ts'
import { TRANSACTION_MAX_GAS } from '../limits.ts'
import { type PaymentRequirements, settlementSchema } from '../protocol/messages.ts'
import type { Payee } from '../protocol/terms.ts'
import type { Facilitator } from './facilitator.ts'

/** Longest wait for a receipt; afterwards the settlement is reported as pending. */
const CONFIRM_MAX_MS = 10_000

/** A warning is logged when gas is left for fewer settlements than this. */
export const LOW_GAS_SETTLEMENTS = 200

/** Pause between two checks of the gas account. */
const GAS_CHECK_INTERVAL_MS = 60_000

/** What the seller's own facilitator needs. */
export interface LocalFacilitatorSettings {
  payee: Payee
  /** Key of the account that pays the gas. Its money can go nowhere but into gas for `payee`. */
  gasKey: Secret
  /** Contracts that may deploy the wallet of a buyer at its first payment, for gas of that account. */
  factories?: readonly string[]
  rpc: RpcAccess
  log: Log
  /** Default `CONFIRM_MAX_MS`. */
  confirmMaxMs?: number
}

/**
 * Verifies and settles in this process, paying the gas itself. It serves one payee, token and network: an open facilitator would
 * let strangers spend its gas.
 */
export function openLocalFacilitator(settings: LocalFacilitatorSettings): Facilitator {
  const { payee, gasKey, factories = [], rpc, log, confirmMaxMs = CONFIRM_MAX_MS } = settings
  const wallet = openGasWallet(gasKey, payee.network, rpc)
  const facilitator = new x402Facilitator()
  const signer = toFacilitatorEvmSigner(signerOf(wallet), { confirmationTimeoutMs: confirmMaxMs })
  const scheme = new ExactEvmScheme(signer, { eip6492AllowedFactories: [...factories] })
  facilitator.register(payee.network.id, scheme)
  let gasCheckedAt = Number.NEGATIVE_INFINITY
  let isOutOfGas = false

  /** Checks the gas account periodically, and at every payment while it is empty. */
  async function watchGas(): Promise<void> {
    if (!isOutOfGas && performance.now() - gasCheckedAt < GAS_CHECK_INTERVAL_MS) return
    gasCheckedAt = performance.now()
    const settlementsLeft = await wallet.settlementsLeft()
    const wasOutOfGas = isOutOfGas
    isOutOfGas = settlementsLeft === 0
    if (settlementsLeft >= LOW_GAS_SETTLEMENTS || (wasOutOfGas && isOutOfGas)) return
    log.warn({ address: wallet.address, settlementsLeft }, 'the gas account runs low')
  }

  return {
    async verify(payment, requirements) {
      if (!isPinned(requirements, payee)) return { isValid: false, invalidReason: 'not_our_payee' }
      await watchGas().catch((err: unknown) => log.warn({ err }, 'the gas account cannot be read'))
      // Checked before any work is done for a payment that could not be settled.
      if (isOutOfGas) throw new Error('There is no gas left to settle payments with.')
      const inquiry: Inquiry = { isUnanswered: false }
      const { isValid, invalidReason } = await inquiries.run(inquiry, async () =>
        facilitator.verify(payment as PaymentPayload, requirements),
      )
      if (!isValid && inquiry.isUnanswered) throw unreadable()
      return { isValid, invalidReason }
    },
    async settle(payment, requirements) {
      if (!isPinned(requirements, payee)) {
        const { network } = requirements
        return { success: false, transaction: '', network, errorReason: 'not_our_payee' }
      }
      // The library's words may be of any length, and quote the address of the RPC server with its key.
      const inquiry: Inquiry = { isUnanswered: false }
      const { errorMessage: _, ...settlement } = await inquiries.run(inquiry, async () =>
        facilitator.settle(payment as PaymentPayload, requirements),
      )
      if (!settlement.success && inquiry.isUnanswered) throw unreadable()
      return settlementSchema.parse(settlement)
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

/** One verification or settlement, and whether a chain read of it failed. */
interface Inquiry {
  isUnanswered: boolean
}

const inquiries = new AsyncLocalStorage<Inquiry>()

/**
 * The library mistakes an unreadable chain for a bad signature, and a late failure of an abandoned read would end the process: so
 * reads never fail here, and the failure is remembered.
 */
function noteUnanswered(): undefined {
  const inquiry = inquiries.getStore()
  if (inquiry) inquiry.isUnanswered = true
  return undefined
}

function unreadable(): Error {
  return new Error('The chain cannot be read.')
}

function isRevert(thrown: unknown): boolean {
  return (
    thrown instanceof BaseError &&
    thrown.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null
  )
}

function signerOf(wallet: GasWallet): Parameters<typeof toFacilitatorEvmSigner>[0] {
  const { address, client, call, send } = wallet
  return {
    address,
    getCode: async (request) => client.getCode(request).catch(noteUnanswered),
    async readContract(request) {
      try {
        // From the account that pays and with no more gas than it pays for: viem passes that on, though its type does not say so.
        const bounded = { account: address, gas: TRANSACTION_MAX_GAS }
        return await client.readContract({ ...request, ...bounded, args: request.args ?? [] })
      } catch (thrown) {
        if (!isRevert(thrown)) noteUnanswered()
        throw thrown
      }
    },
    // The stock type says less about the typed data than viem wants to know.
    verifyTypedData: async (request) => client.verifyTypedData(request as never),
    writeContract: call,
    sendTransaction: send,
    waitForTransactionReceipt: async (request) => client.waitForTransactionReceipt(request),
  }
}
