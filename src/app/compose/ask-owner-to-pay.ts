import type { Chat } from '../../chat/kernel/types.ts'
import { askOwner } from '../../chat/messages/send/ask-owner.ts'
import type { CallCourse } from '../../contract/call-course.ts'
import { type Consent, type ProposedPayment, questionOf } from '../../contract/spending.ts'
import { unitsToUsd, usdToUnits } from '../../pay/protocol/money.ts'

/** How many payments like the one that is asked for a standing consent is offered for, each day. */
const OFFERED_COUNT = 10

/** The call that is to be paid for, and who makes it. */
interface Asker {
  course: CallCourse
  /** A message of the conversation in which its agent works. */
  message: number | undefined
  isCaller(userId: number): boolean
  signal: AbortSignal
}

/**
 * Asks the owner of the chat about a payment: who asks, in which conversation, for which call, and what was spent today. An agent
 * with an account may be agreed to once and for all, up to an amount in a day.
 */
export async function askOwnerToPay(
  chat: Chat,
  { arguments: said, spentToday, ...payment }: ProposedPayment,
  { course: { account }, message, isCaller, signal }: Asker,
): Promise<Consent> {
  const lines = [
    questionOf(payment),
    // An agent wrote it: it must not become markup.
    said === undefined ? '' : `\`${said.replaceAll('`', "'")}\``,
    spentToday === undefined
      ? ''
      : `Spent today ${account === undefined ? 'by all' : 'by this agent'}: ${spentToday} USDC.`,
  ]
  return askOwner(chat, {
    text: lines.filter(Boolean).join('\n\n'),
    agent: account,
    message,
    ...(account === undefined ? {} : { always: offerOf(payment.usd) }),
    isCaller,
    signal,
  })
}

function offerOf(usd: string): string {
  return unitsToUsd(OFFERED_COUNT * usdToUnits(usd))
}
