import { HOUR_SECONDS } from '../../lib/durations.ts'
import type { User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { Realm } from '../organization/realm-settings.ts'
import { PASSWORD_LINK_MAX_SECONDS } from './limits.ts'

/** A link for one address. */
interface Link {
  email: string
  link: string
}

/** A name in the subject and text of a mail: on one line, whatever it holds. */
function plain(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
}

/** Mails an invitation to its address; where no mail is sent, the operator is told of it. Throws `unavailable`. */
export async function mailInvitation(
  chat: Chat,
  realm: Pick<Realm, 'name'>,
  { email, link, inviter }: Link & { inviter: Pick<User, 'full_name'> | undefined },
): Promise<void> {
  const name = plain(realm.name)
  const who = inviter ? plain(inviter.full_name) : 'Somebody who runs it'
  await send(chat, {
    to: email,
    subject: `You are invited to join ${name}`,
    text:
      `${who} wants you to join ${name}, a team chat at ${chat.url}.\n\n` +
      `Open this link to choose a name and a password:\n${link}\n\n` +
      'If you do not know what this is about, there is nothing to do.\n',
    link,
    news: `${email} is invited to the team chat`,
    command: `bellhop chat invite ${email}`,
  })
}

/** Mails the link that confirms the address of somebody who wants to join. Throws `unavailable`. */
export async function mailConfirmation(
  chat: Chat,
  realm: Pick<Realm, 'name'>,
  { email, link }: Link,
): Promise<void> {
  const name = plain(realm.name)
  await send(chat, {
    to: email,
    subject: `Join ${name}`,
    text:
      `Somebody wants to join ${name}, a team chat at ${chat.url}, with this address.\n\n` +
      `If that was you, open this link to choose a name and a password:\n${link}\n\n` +
      'If not, there is nothing to do.\n',
    link,
    news: `${email} wants to join the team chat`,
    command: `bellhop chat invite ${email}`,
  })
}

/** Mails somebody who wants to join that there is an account with the address. Throws `unavailable`. */
export async function mailKnownAddress(chat: Chat, email: string): Promise<void> {
  await chat.mail?.({
    to: email,
    subject: 'You have an account',
    text:
      `Somebody wants to join the team chat at ${chat.url} with this address, which has an account there.\n\n` +
      'If that was you, sign in; a forgotten password can be set anew there.\n' +
      'If not, there is nothing to do.\n',
  })
}

/** Mails the link that sets a forgotten password. Throws `unavailable`. */
export async function mailPasswordLink(chat: Chat, { email, link }: Link): Promise<void> {
  await send(chat, {
    to: email,
    subject: 'Set a new password',
    text:
      `Somebody wants to set a new password for your account at ${chat.url}.\n\n` +
      `If that was you, open this link within ${PASSWORD_LINK_MAX_SECONDS / HOUR_SECONDS} hours:\n${link}\n\n` +
      'If not, there is nothing to do: your password stays as it is.\n',
    link,
    news: `${email} forgot the password of the team chat`,
    command: `bellhop chat user reset ${email}`,
  })
}

async function send(
  { mail, showLink }: Chat,
  {
    link,
    news,
    command,
    ...message
  }: { to: string; subject: string; text: string; link: string; news: string; command: string },
): Promise<void> {
  if (mail) await mail(message)
  else showLink?.({ news, link, command })
}
