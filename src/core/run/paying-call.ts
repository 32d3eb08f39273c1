import type { CallCourse } from '../../contract/call-course.ts'
import { type Account, isRemoteAccount } from '../../contract/chat.ts'
import type { Call, Services } from '../../contract/operation.ts'
import type { Consent, ProposedPayment } from '../../contract/spending.ts'
import { once } from '../../lib/once.ts'

/** What a surface knows of a call that may cost money. */
export interface PayingParts {
  services: Pick<Services, 'askOwner'>
  /** Name of the bearer key, or of the account, of whoever calls. */
  caller: string | undefined
  signal: AbortSignal
  /** Asks the user behind the caller; absent where there is no way. */
  approve?(payment: ProposedPayment): Promise<Consent>
  /** The account of the caller; asked for once there is something to pay. Throws `unauthorized`. */
  account(): Promise<Account | undefined>
}

/**
 * How a call pays: in the name of its account, which it is noted with as what it signs for is. Where its user cannot be asked, the
 * owner of the chat is, if that is configured.
 */
export function payingCall(
  course: CallCourse,
  { services: { askOwner }, caller, signal, approve, account }: PayingParts,
): Required<Pick<Call<unknown>, 'approve' | 'agent' | 'signed'>> {
  return {
    async approve(payment) {
      const consent = (await approve?.(payment)) ?? 'unable'
      if (consent !== 'unable' || !askOwner) return consent
      return askOwner(payment, { caller, course, signal })
    },
    agent: once(async () => {
      const actor = await account()
      if (!actor || isRemoteAccount(actor)) return undefined
      course.account = actor.user.id
      return actor
    }),
    signed(usd) {
      course.paid = [...(course.paid ?? []), usd]
    },
  }
}
