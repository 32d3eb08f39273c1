import type { AnyOperation } from '../../src/contract/operation.ts'
import { SOLD } from './invalid-inputs.ts'
import { testServices } from './operations.ts'
import { startSeller, type TestSeller, type TestSellerParts } from './seller.ts'

/** Operations that answer what their example says, without any work: for tests of what stands around it. */
export function rehearsed(operations: readonly AnyOperation[]): readonly AnyOperation[] {
  return operations.map((operation) => ({
    ...operation,
    run: async () => operation.example?.output ?? {},
  }))
}

/** Starts a seller of all operations that have a price. */
export async function startRehearsedSeller(
  parts: Pick<TestSellerParts, 'usdc' | 'payTo' | 'facilitator'>,
): Promise<TestSeller> {
  const services = { ...testServices(), vetAddress: async () => {} }
  return startSeller({ ...parts, operations: rehearsed(SOLD), services })
}
