import { OperationError } from '../contract/errors.ts'
import type { SendMail } from '../contract/net.ts'

/** Longest wait for any step of the other server. */
const STEP_MAX_MS = 10_000

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Who hands mail on, and in whose name. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with name and password where they are needed. */
  url: string
  from: string
}

/** Builds what sends mail through the operator's server (SMTP). Connections are encrypted, but to this machine itself. */
export function createMailer({ url, from }: MailSettings): SendMail {
  const { hostname } = new URL(url)
  return async ({ to, subject, text }) => {
    // Loaded on first use: mail is rare.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      connectionTimeout: STEP_MAX_MS,
      greetingTimeout: STEP_MAX_MS,
      socketTimeout: STEP_MAX_MS,
      // Else whoever is in between could have the password by leaving out that the server can encrypt.
      requireTLS: !LOOPBACK.test(hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
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
