import type { EndedCall } from './desk.ts'

/** A call that has ended, as routes tell it. */
export function wireCall(call: EndedCall) {
  const { surface, operation, startedMs, account, client, paid, outcome, seconds, error } = call
  return {
    at: new Date(startedMs).toISOString(),
    surface,
    operation,
    user_id: account ?? null,
    client: client ?? null,
    paid: paid ?? [],
    outcome,
    seconds: Math.round(seconds * 1_000) / 1_000,
    message: error?.message ?? null,
    hint: error?.hint ?? null,
  }
}
