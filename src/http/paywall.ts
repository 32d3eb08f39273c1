import type { AnyOperation } from '../operation.ts'

/** A call of a priced operation as the seller's gate sees it. */
export interface PricedCall {
  operation: AnyOperation
  request: Request
  /** The validated input; undefined for a probe (an empty body that asks for the price). */
  input: Record<string, unknown> | undefined
}

/** What the gate lets out. */
export interface GateAnswer {
  status: 200 | 402 | 409 | 503
  headers: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
}

/**
 * The seller's gate: challenges an unpaid call, and does the work of a paid one at most once.
 * Input is validated before it is asked (spec 3: 400 in any state), except for probes.
 */
export interface Paywall {
  admit(call: PricedCall, work: () => Promise<Record<string, unknown>>): Promise<GateAnswer>
}
