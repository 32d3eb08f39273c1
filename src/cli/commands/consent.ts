import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { type Consent, type ProposedPayment, questionOf } from '../../contract/spending.ts'

/** The terminal of a person. */
export interface Terminal {
  input: Readable & { isTTY?: boolean }
  output: Writable & { isTTY?: boolean }
}

/**
 * Asks the person at a terminal to agree to a payment; undefined where there is none, so that nobody has
 * agreed. Anything but a yes is a no, and so are the end of the input and an interruption.
 */
export function terminalConsent(
  { input, output }: Terminal,
  signal: AbortSignal,
): ((payment: ProposedPayment) => Promise<Consent>) | undefined {
  if (!input.isTTY || !output.isTTY) return undefined
  return async (payment) => {
    const lines = createInterface({ input, output })
    // At the end of the input, and after Ctrl-C, a question is never answered.
    const ended = new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''))
      lines.once('SIGINT', () => resolve(''))
    })
    try {
      const answered = lines.question(`${questionOf(payment)} [y/N] `, { signal }).catch(() => '')
      const answer = await Promise.race([answered, ended])
      return /^\s*y(es)?\s*$/i.test(answer) ? 'accepted' : 'declined'
    } finally {
      lines.close()
    }
  }
}
