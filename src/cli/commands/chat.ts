import { stdin } from 'node:process'
import { text as readAll } from 'node:stream/consumers'
import type { OwnerKeyFile } from '../../app/compose/owner-key-file.ts'
import { ConfigError } from '../../app/config/config.ts'
import { ROLES } from '../../chat/groups/system-groups.ts'
import { inviteAsOperator } from '../../chat/invitations/invite-as-operator.ts'
import { makePasswordLink } from '../../chat/invitations/reset-password.ts'
import { makeSignInLink } from '../../chat/invitations/sign-in-link.ts'
import type { Chat } from '../../chat/kernel/types.ts'
import { reader, writeChat } from '../../chat/kernel/unit-of-work.ts'
import { addUser } from '../../chat/users/accounts/add-user.ts'
import { renewEmailLink } from '../../chat/users/accounts/change-email.ts'
import { changeUser } from '../../chat/users/accounts/change-user.ts'
import { findByEmail, findFirstOwner } from '../../chat/users/find-users.ts'
import { givePassword } from '../../chat/users/sign-in/change-password.ts'
import { findPrograms } from '../../chat/users/sign-in/connected-programs.ts'
import { replaceKey } from '../../chat/users/sign-in/fetch-key.ts'
import { toOperationError } from '../../contract/errors.ts'
import { cleanLine } from '../../lib/text.ts'
import { endGrants } from '../../store/oauth-grants.ts'
import { readHiddenLine } from './read-line.ts'

/** What follows `bellhop chat`. */
export const CHAT_USAGE = `chat takes one of
  chat login <address>                        sign in at another server, for --chat <address>: asks for e-mail
                                              and password or API key, or reads them as two lines of stdin
  chat logout <address>                       forget that account
  chat invite <e-mail> [role]                 print a link by which that person joins, and mail it if mail is set up
  chat invite link [role]                     print a link by which many may join
  chat link [e-mail]                          print a link that signs that person in once, by default the owner of the chat
  chat export <file.tar.gz>                   write everything that another server can import
  chat import <file> [--dry-run]              read an export of the public server, Bellhop, Slack or Mattermost;
                                              with --dry-run only say what it would bring and leave out
  chat user add <e-mail> <full name> [role]   add an account and print its API key
  chat user bot <e-mail> <full name> <owner's e-mail>
                                              add a bot and print its API key
  chat user key                               show the owner's API key, made by the first start
  chat user key <e-mail>                      make a new API key; the older one stops working
  chat user email <e-mail>                    print the link that confirms a new address
  chat user password <e-mail>                 set the password, read from stdin
  chat user reset <e-mail>                    print a link with which that person sets a new password
  chat user role <e-mail> <role>              change the role
  chat user deactivate | reactivate <e-mail>  close or open an account
  chat user list                              list accounts
  chat programs [e-mail]                      list programs that were let in by OAuth, with their ids
  chat programs end <id>                      end the access of a program
roles: ${Object.keys(ROLES).join(', ')}.`

/** `bellhop chat`: administers the accounts of the team chat. Returns the text to print. */
export async function administerChat(
  chat: Chat,
  [subject, verb, email = '', ...rest]: readonly string[],
  ownerKey: OwnerKeyFile,
): Promise<string> {
  if (subject === 'programs') return programs(chat, verb, email)
  if (subject === 'invite') return invite(chat, required(verb ?? ''), email)
  if (subject === 'link') return signInLink(chat, verb)
  if (subject !== 'user') throw new ConfigError(CHAT_USAGE)
  const [first = '', second] = rest
  switch (verb) {
    case 'add': {
      const role = readRole(second ?? 'member')
      return added(chat, { email: required(email), full_name: required(first), role })
    }
    case 'bot': {
      const owner = await account(chat, required(second ?? ''))
      if (!owner.is_active) throw new ConfigError(`The account ${owner.email} is deactivated.`)
      const bot = { bot_type: 1, bot_owner_id: owner.id }
      return added(chat, { email: required(email), full_name: required(first), ...bot })
    }
    case 'key': {
      if (email === '') return showOwnerKey(chat, ownerKey)
      const user = await account(chat, required(email))
      return `API key of ${user.email}: ${await replaceKey(chat, user.id)}`
    }
    case 'email': {
      const user = await account(chat, required(email))
      const pending = await renewEmailLink(chat, user)
      return pending
        ? `${user.full_name} wants to have ${pending.email}. Only this link confirms the address: ${pending.link}`
        : `${user.full_name} keeps ${user.email}.`
    }
    case 'password': {
      const user = await account(chat, required(email))
      await givePassword(chat, user, await readPassword())
      return `${user.full_name} has a new password. All earlier sign-ins as ${user.email} have ended.`
    }
    case 'reset': {
      const user = await account(chat, required(email))
      if (user.is_bot || !user.is_active) {
        throw new ConfigError(`${user.email} cannot sign in with a password.`)
      }
      const link = await makePasswordLink(chat, user, { pauseSeconds: 0 })
      return `With this link, ${user.full_name} sets a new password within a day: ${link}`
    }
    case 'role': {
      const { full_name } = await changeUser(chat, required(email), { role: readRole(first) })
      return `${full_name} is now ${first}.`
    }
    case 'deactivate':
    case 'reactivate': {
      const is_active = verb === 'reactivate'
      const user = await changeUser(chat, required(email), { is_active })
      return `${user.full_name} is now ${is_active ? 'active' : 'deactivated'}.`
    }
    case 'list':
      return list(chat)
    case undefined:
    default:
      throw new ConfigError(CHAT_USAGE)
  }
}

async function invite(chat: Chat, whom: string, role: string): Promise<string> {
  const email = whom === 'link' ? undefined : whom
  const wish = { email, role: readRole(role === '' ? 'member' : role) }
  const { link, isMailed } = await inviteAsOperator(chat, wish)
  if (email === undefined) return `Anybody who has this link joins by it: ${link}`
  return `${email} joins by this link${isMailed ? ', which was mailed' : ''}: ${link}`
}

async function signInLink(chat: Chat, email: string | undefined): Promise<string> {
  const user = email === undefined ? await findFirstOwner(reader(chat)) : await account(chat, email)
  if (!user) throw new ConfigError('There is no owner who could sign in.')
  return `${user.full_name} signs in by this link, once and within a day: ${await makeSignInLink(chat, user)}`
}

/** Lists programs that were let in, or ends the access of one. */
async function programs(chat: Chat, verb: string | undefined, id: string): Promise<string> {
  if (verb === 'end') {
    await writeChat(chat, async ({ tx }) => endGrants(tx, { grantId: required(id) }))
    return 'The program no longer has access.'
  }
  const user = verb === undefined ? undefined : await account(chat, verb)
  const found = await findPrograms(chat, user?.id)
  return found
    .map(({ program_id, user_id, name, client_id, scopes, last_seen }) => {
      const day = new Date(last_seen * 1_000).toISOString().slice(0, 10)
      return [
        program_id,
        user_id,
        day,
        scopes.join(' '),
        cleanLine(name),
        cleanLine(client_id),
      ].join('\t')
    })
    .join('\n')
}

/** The key that was kept when the chat was new, as long as it works. */
async function showOwnerKey(chat: Chat, { path, read }: OwnerKeyFile): Promise<string> {
  const kept = await read()
  const another = '`bellhop chat user key <e-mail>` makes another.'
  if (!kept) throw new ConfigError(`There is no key of the owner in ${path}; ${another}`)
  try {
    // The owner may have another address by now.
    const { user } = await chat.signIn({ email: undefined, key: kept.key }, 'bellhop')
    return `API key of ${user.email}: ${kept.key}`
  } catch (thrown) {
    if (toOperationError(thrown).code !== 'unauthorized') throw thrown
    throw new ConfigError(`The key in ${path} does not work any more; ${another}`, {
      cause: thrown,
    })
  }
}

async function added(chat: Chat, newAccount: Parameters<typeof addUser>[2]): Promise<string> {
  const { user, key } = await writeChat(chat, async (unit) => addUser(chat, unit, newAccount))
  return `${user.full_name} is user ${user.id}. API e-mail: ${user.email}  API key: ${key}`
}

async function account(chat: Chat, email: string) {
  const user = await findByEmail(chat, reader(chat), email)
  if (!user) throw new ConfigError(`There is no account ${email}.`)
  return user
}

async function list(chat: Chat): Promise<string> {
  const users = await reader(chat).selectFrom('chat_user').selectAll().orderBy('id').execute()
  return users
    .map(({ id, email, full_name, role, is_active, is_bot }) => {
      const state = `${is_bot ? ' bot' : ''}${is_active ? '' : ' deactivated'}`
      return `${id}\t${roleName(role)}${state}\t${email}\t${full_name}`
    })
    .join('\n')
}

async function readPassword(): Promise<string> {
  const typed = stdin.isTTY ? await readHiddenLine('New password: ') : await readAll(stdin)
  return typed.replace(/\r?\n$/, '')
}

function required(word: string): string {
  if (word === '') throw new ConfigError(CHAT_USAGE)
  return word
}

function readRole(name: string): number {
  const role = (ROLES as Readonly<Record<string, number>>)[name]
  if (role === undefined) throw new ConfigError(CHAT_USAGE)
  return role
}

function roleName(role: number): string {
  return Object.entries(ROLES).find(([, value]) => value === role)?.[0] ?? String(role)
}
