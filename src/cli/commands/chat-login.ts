import { stdin } from 'node:process'
import { text as readAll } from 'node:stream/consumers'
import type { ComposedChat } from '../../app/compose/compose-chat.ts'
import { type Config, ConfigError, loadConfig } from '../../app/config/config.ts'
import { Secret } from '../../lib/secret.ts'
import { forgetAccount, keepAccount } from '../../remote/chat/kept-accounts.ts'
import { readLine } from './read-line.ts'
import { readHiddenLine } from './read-line.ts'

/** `bellhop chat login <address>`: keeps an account at a chat server that its owner signs in with. Returns the text to print. */
export async function chatLogin(chat: ComposedChat, words: readonly string[]): Promise<string> {
  const url = serverIn('login', words)
  const { email, typed } = stdin.isTTY ? await askPerson(url) : readPipe(await readAll(stdin))
  if (email === '' || typed === '') {
    throw new ConfigError('chat login needs an e-mail address, and a password or an API key.')
  }
  const { account, self } = await chat.signIn(url, email, new Secret(typed))
  const path = await keepAccount(chat.accountFolder, url, account)
  return (
    `Signed in as ${self.name} (${self.email}), feature level ${self.level}.\n` +
    `The account is kept in ${path}, readable by you only. Use it with --chat ${url}.`
  )
}

/** `bellhop chat logout <address>`: forgets that account. The key itself stays valid at the server. */
export async function chatLogout(chat: ComposedChat, words: readonly string[]): Promise<string> {
  const url = serverIn('logout', words)
  return (await forgetAccount(chat.accountFolder, url))
    ? `The account at ${url} is forgotten here. Its API key stays valid until you make a new one at the server.`
    : `No account at ${url} was kept here.`
}

/** The address, by the rules of `--chat`. */
function serverIn(verb: string, [address = '', ...rest]: readonly string[]): string {
  const { chat: url }: Pick<Config, 'chat'> = loadConfig({ flags: { chat: address }, env: {} })
  if (address === '' || rest.length > 0 || !url.startsWith('http')) {
    throw new ConfigError(`chat ${verb} takes the address of a chat server.`)
  }
  return url
}

async function askPerson(url: string): Promise<{ email: string; typed: string }> {
  const email = await readLine(`E-mail at ${url}: `)
  return { email: email.trim(), typed: await readHiddenLine('Password or API key: ') }
}

/** Two lines: the address, then the password or key. */
function readPipe(text: string): { email: string; typed: string } {
  const [email = '', typed = ''] = text.split(/\r?\n/)
  return { email: email.trim(), typed }
}
