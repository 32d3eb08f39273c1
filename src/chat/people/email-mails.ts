import { EMAIL_LINK_MAX_SECONDS } from '../limits.ts'
import type { Chat } from '../port.ts'

/** Sends the link that confirms an address to that address. Throws `unavailable`; does nothing where no mail is sent. */
export async function mailLink(
  { mail, url }: Chat,
  { email, link }: { email: string; link: string },
): Promise<void> {
  await mail?.({
    to: email,
    subject: 'Confirm your new address',
    text:
      `Somebody with an account at ${url} wants to use this address for it.\n\n` +
      `If that was you, open this link within ${EMAIL_LINK_MAX_SECONDS / 3_600} hours:\n${link}\n\n` +
      'If not, there is nothing to do.\n',
  })
}

/** Tells the address that was given up. That is a courtesy: no failure of it is one of the change. */
export async function mailFarewell({ mail, url, log }: Chat, email: string): Promise<void> {
  try {
    await mail?.({
      to: email,
      subject: 'The address of your account has changed',
      text:
        `Your account at ${url} has another address now.\n\n` +
        'If that was not you, tell an administrator of your organization.\n',
    })
  } catch (error) {
    log.warn({ err: error }, 'nobody was told of a changed address')
  }
}
