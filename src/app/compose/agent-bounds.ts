import { findEnd } from '../../chat/users/rights.ts'
import { findPlan } from '../../core/plans/key-plan.ts'
import { principalOfUser } from '../../core/run/principals.ts'
import type { BoundsOf } from '../../pay/buyer/journal.ts'

/**
 * What an agent may pay as of a transaction: nothing once its account is paused, or the key or consent has ended by which its call
 * was let in; and no more in a day than its plan says.
 */
export function agentBounds(now: () => number): BoundsOf {
  return async (db, right) => {
    const ended = await findEnd(db, right, now())
    if (ended) throw ended
    const plan = await findPlan(db, principalOfUser(right.user.id).id)
    return plan?.unitsPerDay === undefined ? {} : { unitsPerDay: plan.unitsPerDay }
  }
}
