import type { AnyOperation } from '../src/contract/operation.ts'
import { contractRead } from './chain/contract-read.ts'
import { transaction } from './chain/transaction.ts'

/** Seldom needed operations of the chains, which are loaded only where somebody may ask for them. */
export const chainMore: readonly AnyOperation[] = [transaction, contractRead]
