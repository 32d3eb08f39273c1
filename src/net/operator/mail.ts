import { OperationError } from '../../contract/errors.ts'
import type { SendMail } from '../../contract/net.ts'
import { isLoopback } from '../../lib/loopback.ts'

/** Longest wait for any step of the other server. */
const STEP_MAX_MS = 10_000

/** The mail server, and the sender address. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with name and password where they are needed. */
  url: string
  from: string
}

/** Builds a mailer that sends through the operator's server (SMTP). Connections are encrypted, except to loopback. */
export function createMailer({ url, from }: MailSettings): SendMail {
  const { hostname } = new URL(url)
  return async ({ to, subject, text, unsubscribe }) => {
    // Loaded on first use: mail is rare.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      connectionTimeout: STEP_MAX_MS,
      greetingTimeout: STEP_MAX_MS,
      socketTimeout: STEP_MAX_MS,
      // Otherwise an attacker in between could strip the encryption offer and get the password.
      requireTLS: !isLoopback(hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      const headers = unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        ...(headers ? { headers } : {}),
      })
    } catch (cause) {
      throw new OperationError('unavailable', 'The mail could not be sent.', {
        hint: 'Try again later.',
        cause,
      })
    } finally {
      transport.close()
    }
  }
}
