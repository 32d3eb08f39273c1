import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chat, ChatAccounts, ChatServices } from '../../chat/kernel/types.ts'
import { RENDERING_MAX_MS } from '../../chat/limits.ts'
import type { PushRelay } from '../../chat/notifications/push-relay-port.ts'
import { createPushRelay } from '../../chat/notifications/push-relay.ts'
import { chatOnDemand } from '../../chat/open-on-demand.ts'
import type { ServiceClient } from '../../chat/outgoing/port.ts'
import { chatAccounts } from '../../chat/users/agents/accounts.ts'
import { readTokenKey } from '../../chat/users/sign-in/token-key.ts'
import { isRemoteAccount } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import type { OperatorFetch, SendMail } from '../../contract/net.ts'
import type { DiskSpace } from '../../lib/disk-space.ts'
import type { Log } from '../../lib/log.ts'
import { once } from '../../lib/once.ts'
import type { Secret } from '../../lib/secret.ts'
import type { PageKind } from '../../mcp/server-parts.ts'
import type { AccountSources } from '../../remote/chat/kept-accounts.ts'
import type { OpenChatServer } from '../../remote/chat/server.ts'
import type { SignedIn } from '../../remote/chat/sign-in.ts'
import type { Store } from '../../store/port.ts'
import { chatServerOf, type Config, ConfigError } from '../config/config.ts'
import { SECRETS } from '../config/settings.ts'
import { uploadLocation } from './compose-disks.ts'
import { type Uploads, uploadsHere, uploadsNowhere, uploadsThere } from './compose-files.ts'
import { keepOwnerKey, type OwnerKeyFile, ownerKeyFile } from './owner-key-file.ts'

/** Dependencies of the chat. */
export interface ChatParts {
  operatorFetch: OperatorFetch
  /** Calls services behind the guard. */
  serviceClient: ServiceClient
  /** Reads what is behind links of messages; absent where that is not shown. */
  describeLink?: Chat['describeLink']
  store(): Promise<Store>
  /** Where uploads arrive. */
  uploadDisk: DiskSpace
  now: () => Date
  log: Log
}

/** The team chat of an instance: its own, or that of another server. */
export interface ComposedChat extends Pick<ChatServices, 'watchChat' | 'accounts'> {
  /** The chat of this instance, opened on first use. Throws `unavailable` where it is at another server. */
  chat(): Promise<Chat>
  /** Uploads of the chat. */
  uploads: Uploads
  /** Sets the public URL of this server, once known. */
  listensAt(url: string): void
  /** Address of the page where people see their account and its key, or the wallet; undefined where nothing answers there. */
  findPage(kind: PageKind): Promise<string | undefined>
  /** Ends waits for events. */
  endWaits(): void
  close(): Promise<void>
  /** The other server, where the chat is there. */
  server?: () => Promise<OpenChatServer>
  /** Signs in at another server, whatever the configuration says of it. */
  signIn(url: string, email: string, typed: Secret): Promise<SignedIn>
  /** Folder of accounts at other servers. */
  accountFolder: string
  /** Where the key of the owner of this instance's chat is kept. */
  ownerKey: OwnerKeyFile
}

/** Builds the chat of a configuration. Nothing is opened, dialled or loaded before its first use. */
export function composeChat(config: Config, parts: ChatParts): ComposedChat {
  const { operatorFetch: fetch, log } = parts
  const accountFolder = join(config['data-dir'], 'chat-servers')
  const reaching = { fetch, log, now: () => performance.now() }
  const shared = {
    accountFolder,
    ownerKey: ownerKeyFile(config['data-dir']),
    signIn: async (url: string, email: string, typed: Secret) => {
      const { signIn } = await import('../../remote/chat/sign-in.ts')
      return signIn({ ...reaching, url }, email, typed)
    },
  }
  const url = chatServerOf(config)
  if (url === undefined) return { ...shared, ...chatHere(config, parts, shared.ownerKey) }
  const sources: AccountSources = {
    url,
    email: config['chat-email'],
    key: config.secrets.chatKey,
    zuliprc: config.zuliprc,
    folder: accountFolder,
  }
  let opened: OpenChatServer | undefined
  const server = once(async () => {
    const { openChatServer } = await import('../../remote/chat/server.ts')
    const { requireAccount } = await import('../../remote/chat/kept-accounts.ts')
    opened = openChatServer({ ...reaching, url, account: async () => requireAccount(sources) })
    return opened
  })
  return {
    ...shared,
    server,
    chat: async () => {
      throw elsewhere()
    },
    watchChat: async (_, ...what) => (await server()).watch(...what),
    accounts: delegateTo(server),
    uploads: uploadsThere(server, url),
    listensAt: () => {},
    findPage: async (kind) => (kind === 'account' ? url : undefined),
    endWaits: () => void opened?.close(),
    close: async () => opened?.close(),
  }
}

function elsewhere(): OperationError {
  return new OperationError('unavailable', 'The team chat is at another server.', {
    hint: 'Only with --chat here does this instance have a chat of its own.',
  })
}

/** Accounts at another server, where every caller acts by the one account that this instance has there. */
function delegateTo(server: () => Promise<OpenChatServer>): ChatAccounts {
  return {
    callerOf: async () => undefined,
    isAccount: () => false,
    endSession: async () => {},
    async actorOf({ caller, isLocal }) {
      return caller === undefined && !isLocal ? undefined : (await server()).actor
    },
  }
}

function chatHere(
  config: Config,
  { operatorFetch: fetch, serviceClient, describeLink, store, uploadDisk, now, log }: ChatParts,
  ownerKey: OwnerKeyFile,
): Omit<ComposedChat, 'signIn' | 'accountFolder' | 'ownerKey'> {
  const address = servedAddress(config)
  const isOff = config.chat === 'off'
  const chat = chatOnDemand({
    openStore: store,
    now,
    log,
    url: address.current,
    ...composeTokens(config, address.current),
    files: {
      ...uploadLocation(config),
      maxMib: config['upload-max-mib'],
      quotaMib: config['upload-quota-mib'],
      accountQuotaMib: config['upload-quota-per-account-mib'],
      disk: uploadDisk,
    },
    messageQuotaMib: config['message-quota-per-account-mib'],
    directoryQuotaMib: config['directory-quota-mib'],
    renderingMaxMs: config['chat-rate-limits'].length > 0 ? RENDERING_MAX_MS : undefined,
    usesGravatar: config.gravatar,
    relay: composeRelay(config, fetch),
    mail: composeMail(config, address.current),
    serviceClient,
    describeLink,
    showLink({ news, link, command }) {
      // Text on stderr ends in logs, unless somebody is there to read it.
      const how = process.stderr.isTTY ? link : `\`${command}\` prints a link`
      process.stderr.write(`bellhop: ${news}: ${how}\n`)
    },
    async onFirstOwner(owner) {
      const isTerminal = process.stderr.isTTY
      process.stderr.write(`bellhop: ${await keepOwnerKey(ownerKey, owner, { isTerminal })}\n`)
    },
  })
  const accounts = chatAccounts({
    open: chat.open,
    folder: join(config['data-dir'], 'agents'),
    name: config['chat-name'],
  })
  return {
    chat: chat.open,
    watchChat: async (account, ...what) => {
      if (isRemoteAccount(account)) throw elsewhere()
      return chat.watch(account, ...what)
    },
    accounts: isOff ? { ...accounts, actorOf: async () => undefined } : accounts,
    uploads: isOff ? uploadsNowhere(address.current) : uploadsHere(chat.open, address.current),
    listensAt: (url) => address.keep(url, { isOff }),
    async findPage(kind) {
      const base = isOff ? undefined : await address.find(fetch)
      return base && new URL(PAGES[kind], base).href
    },
    endWaits: chat.close,
    async close() {
      await accounts.close()
      chat.close()
    },
  }
}

/** Places of the page for people. */
const PAGES: Record<PageKind, string> = { wallet: '/#owner/money', account: '/#agents' }

/** Longest wait for an answer of a server of this machine. */
const LOOK_MAX_MS = 1_000

/** File of a data folder with the address under which people reach its server: other processes make links too. */
const ADDRESS_FILE = 'server.url'

/** Address under which people reach the chat of a data folder. */
function servedAddress({ host, port, 'public-url': publicUrl, 'data-dir': folder }: Config) {
  const file = join(folder, ADDRESS_FILE)
  let known = publicUrl
  let isServed = publicUrl !== undefined
  return {
    /** As configured or served by this process, else that of another one, if it still answers. */
    async find(fetch: OperatorFetch): Promise<string | undefined> {
      if (isServed) return known
      const url = readAddress(file)
      if (url === undefined) return undefined
      const request = { signal: AbortSignal.timeout(LOOK_MAX_MS), deadlineMs: LOOK_MAX_MS }
      const answer = await fetch(new URL('/healthz', url).href, request).catch(() => undefined)
      return answer?.status === 200 ? url : undefined
    },
    /** As configured, else that of the server that was started last, else where one would listen. */
    current: (): string => (known ??= readAddress(file) ?? `http://${host}:${port}`),
    keep(url: string, { isOff }: { isOff: boolean }): void {
      known = url
      isServed = true
      if (isOff) return
      try {
        mkdirSync(folder, { recursive: true })
        writeFileSync(file, `${url}\n`)
      } catch {
        // A folder that cannot be written to is reported by what needs it.
      }
    },
  }
}

function readAddress(file: string): string | undefined {
  try {
    const url = readFileSync(file, 'utf8').trim()
    return /^https?:/.test(url) && URL.canParse(url) ? url : undefined
  } catch {
    return undefined
  }
}

/** Whose signed tokens stand for accounts of the chat. Throws ConfigError for a key that cannot be used. */
function composeTokens(config: Config, url: () => string): Pick<Chat, 'tokens'> {
  const { chatJwtKey } = config.secrets
  if (!chatJwtKey) return {}
  const { 'chat-jwt-audience': audience, 'chat-jwt-issuer': issuer } = config
  const isStrict = config['chat-jwt-strict']
  try {
    const key = readTokenKey(chatJwtKey)
    return { tokens: () => ({ ...key, audience: audience ?? url(), issuer, isStrict }) }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it cannot be read.'
    throw new ConfigError(`${SECRETS.chatJwtKey.variable}: ${reason}`, { cause })
  }
}

/** The push relay of the chat; undefined when not configured. */
function composeRelay({ 'push-relay': url }: Config, fetch: OperatorFetch): PushRelay | undefined {
  return url === undefined ? undefined : createPushRelay(fetch, url)
}

/** The mailer of the chat; undefined when not configured. */
function composeMail(config: Config, chatUrl: () => string): SendMail | undefined {
  const { 'smtp-url': url, 'mail-from': from } = config
  if (url === undefined) return undefined
  return async (mail) => {
    const { createMailer } = await import('../../net/operator/mail.ts')
    return createMailer({ url, from: from ?? `bellhop@${new URL(chatUrl()).hostname}` })(mail)
  }
}
