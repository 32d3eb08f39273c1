import type { Readable } from 'node:stream'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ByteRange, Files } from '../../files/port.ts'
import type { Log } from '../../lib/log.ts'
import type { SendMail } from '../../contract/net.ts'
import type { AnyOperation, Call } from '../../contract/operation.ts'
import type { LoginThrottle } from '../users/login-throttle.ts'
import type { TokenRules } from '../users/read-token.ts'
import type { PushRelay } from '../notifications/push-relay-port.ts'
import type {
  ChatChannelTable,
  ChatGroupTable,
  ChatMessageTable,
  ChatSubscriptionTable,
  ChatUserTable,
} from '../../store/chat-tables.ts'
import type { Store } from '../../store/port.ts'
import type { Schema } from '../../store/schema.ts'
import type { LogReading } from './read-event-log.ts'

/** A person or a bot, as stored. */
export type User = Selectable<ChatUserTable>

/** A channel, as stored. */
export type Channel = Selectable<ChatChannelTable>

/** A message, as stored. */
export type Message = Selectable<ChatMessageTable>

/** A group of users, as stored. */
export type Group = Selectable<ChatGroupTable>

/** A user's relation to a channel, as stored. */
export type Subscription = Selectable<ChatSubscriptionTable>

/** Reads rows: what is committed, or what a running unit of work sees. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'withRecursive' | 'getExecutor'>

/** Reads and writes inside one unit of work. */
export type Tx = Transaction<Schema>

/** Who calls, and with which program. */
export interface Actor {
  user: User
  /** Name of the client program. */
  client: string
  /** Digest of the key or cookie that was shown: the sign-in that stays when the user ends all others. */
  shown?: string
}

/** An account at another server with this API: whatever it does is done there. */
export interface RemoteActor {
  server: ChatServer
}

/** Who calls, here or at another server. */
export type Account = Actor | RemoteActor

/** Whether a caller's account is at another server. */
export function isRemote(actor: Account | undefined): actor is RemoteActor {
  return actor !== undefined && 'server' in actor
}

/** Another server with this API, as one account there sees it. Throws what the server says, in the codes of here. */
export interface ChatServer {
  /** Carries out an operation there, and answers what it answers here. */
  run(
    operation: AnyOperation,
    call: Pick<Call<Record<string, unknown>>, 'input' | 'signal' | 'file'>,
  ): Promise<Record<string, unknown>>
  directory: Directory
  events: EventFeed
  /** Id of the last event of a queue that its owner has acknowledged, as far as this process knows; -1 for none. */
  acknowledged(queueId: string): number
}

/** Something that has a name and an id. */
export interface DirectoryEntry {
  id: number
  name: string
  /** Whether it is closed, so that nobody would mean it. */
  isClosed: boolean
}

/** Who and what there is in a chat, as one account sees it, wherever that chat is. */
export interface Directory {
  /** Channels; `isFresh` asks for what is remembered to be looked up again. */
  channels(isFresh?: boolean): Promise<readonly DirectoryEntry[]>
  people(isFresh?: boolean): Promise<readonly DirectoryEntry[]>
  /** Groups that have a name. */
  groups(isFresh?: boolean): Promise<readonly DirectoryEntry[]>
  /** Whose address it is, real or placeholder, where the account may know that. */
  personAt(address: string): Promise<DirectoryEntry | undefined>
  /** When everybody was last there, by API e-mail, and the server's own time, in UNIX seconds. */
  presence(): Promise<{
    server_timestamp: number
    presences: Readonly<Record<string, LastSeen | undefined>>
  }>
}

/** When somebody was last there, in the older form (chat spec 2.8). */
export interface LastSeen {
  aggregated: { status: 'active' | 'idle'; timestamp: number }
}

/** Something that happened, as clients of the public API hear of it. */
export type ChatEvent = { type: string; id: number } & Record<string, unknown>

/** What was heard after a cursor. */
export interface Heard {
  events: readonly ChatEvent[]
  /** Stands after them. */
  cursor: string
  /** Whether events between the two are lost. */
  missed: boolean
  /** Whether waiting on would be of no use: the time is over, or the chat ends. */
  isOver: boolean
}

/** What happens in a chat, as one account hears of it, wherever that chat is. */
export interface EventFeed {
  /** Id of the account. */
  ownId(): Promise<number>
  /** Where to go on from a cursor, or to begin without one. Throws `invalid_input` for what is none. */
  begin(cursor: string | undefined): Promise<{ cursor: string; missed: boolean }>
  /** What happened after a cursor; waits for it at most so long. */
  next(cursor: string, wait: { maxMs: number; signal: AbortSignal }): Promise<Heard>
  /** Names of users by id, as far as they are known. */
  names(userIds: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Records of messages as they are now (chat spec 2.4, raw content), as far as they may be read. */
  messages(messageIds: readonly number[]): Promise<readonly unknown[]>
}

/** What a caller shows to be let in: an account's address and key, or the key alone. */
export interface SignIn {
  email: string | undefined
  key: string
  /** Whether it is shown to a webhook. */
  isWebhook?: boolean
}

/** Who calls over MCP or from the command line. */
export interface CallerIdentity {
  /** Name of the caller's bearer key; undefined for anonymous and local calls. */
  caller: string | undefined
  /** What the calling program calls itself. */
  program: string | undefined
  /** Whether it was started on this machine, by whoever owns the data folder. */
  isLocal: boolean
}

/** Finds the accounts of those who do not sign in with one. */
export interface Accounts {
  /** The caller behind an API key of the chat; undefined for a key of nobody. */
  callerOf(key: string): Promise<string | undefined>
  /** The account behind a call; undefined for an anonymous caller. Throws `unauthorized`. */
  actorOf(asker: CallerIdentity): Promise<Account | undefined>
  /** Whether a caller is an account of the chat that showed its API key. */
  isAccount(caller: string): boolean
}

/**
 * Tells an account of changes at an address of the chat (`chat://…`) from now on, until what it answers is
 * called or the account may not read it any more. Throws `not_found` or `invalid_input` for an address that it
 * may not read.
 */
export type WatchChat = (actor: Account, uri: string, changed: () => void) => Promise<() => void>

/** The end of the event log as this process knows it, and who waits there. */
export interface EventLogCache {
  /** Tells that events up to an id were committed by this process. */
  ring(newest: number): void
  /** Resolves when what was committed until now is known; without `isStrict`, some milliseconds ago do. */
  catchUp(options: { atLeast: number; isStrict: boolean }): Promise<void>
  /** Events above an id: from memory where that isInAudience back so far, as many as one reading has else. */
  read(above: number): Promise<LogReading>
  /** Resolves when there may be events above the given id, or when the signal aborts. */
  next(above: number, signal: AbortSignal): Promise<void>
  close(): void
}

/** Where uploads are kept, and how much of them. */
export interface ChatFiles extends Files {
  /** Largest upload. */
  maxMib: number
  /** What all uploads together may take; unlimited when absent. */
  quotaMib?: number | undefined
}

/** A file that may be served to whoever asked for it. */
export interface ServedFile {
  name: string
  /** What a browser may show it as; undefined for a file that it must only save. */
  mediaType: string | undefined
  bytes: number
  /** Changes with the content. */
  version: string
  /** Whether everybody may have it, and keep copies. */
  isPublic: boolean
  read(range?: ByteRange): Promise<Readable>
}

/** An upload in pieces, as far as it has come. */
export interface ResumableUpload {
  name: string
  /** What was announced. */
  bytes: number
  /** What has arrived. */
  offset: number
  /** Time since it was begun. */
  ageMs: number
}

/** An upload that is complete. */
export interface UploadedFile {
  /** Path on this server. */
  url: string
  /** As it is shown. */
  filename: string
}

/** Uploads in pieces. For everybody but who began an upload, there is none: `not_found`. */
export interface ResumableUploads {
  /** Time to finish one. */
  readonly lifeMs: number
  readonly maxBytes: number
  /** Begins one under a new id. Throws where it is too large, or the sender has too many open. */
  create(actor: Actor, upload: { id: string; name: string; bytes: number }): Promise<void>
  find(actor: Actor, id: string): Promise<ResumableUpload>
  /** Adds bytes at the offset; answers the new one. */
  append(
    actor: Actor,
    id: string,
    offset: number,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<number>
  /** Turns a complete one into an upload; the same again for a repeated call. */
  finish(actor: Actor, id: string): Promise<UploadedFile>
  remove(actor: Actor, id: string): Promise<void>
}

/** What clients get and send past the operations. Throws `not_found` alike for what there is not and what is not for them. */
export interface FileAccess {
  /** An upload by its path below `/user_uploads/`. */
  upload(actor: Actor | undefined, pathId: string): Promise<ServedFile>
  /** An upload by a temporary address. */
  temporary(token: string, name: string): Promise<ServedFile>
  /** A file for everybody, by its path on this server: images of emoji, and what the snapshot names. */
  open(path: string): Promise<ServedFile>
  resumable: ResumableUploads
}

/** Sessions of browsers (spec 5.3), each known by the secret value of its cookie. */
export interface Sessions {
  /** Longest life of one. */
  readonly lifeSeconds: number
  /** Signs in by address and password; the session before, if any, ends. Throws `unauthorized` and `rate_limited`. */
  begin(login: {
    email: string
    password: string
    /** What limits count the caller by. */
    from: string
    before: string | undefined
  }): Promise<{ user: User; token: string }>
  /** The account that a session is of; undefined for one that is over or never was. */
  find(token: string, client: string): Promise<Actor | undefined>
  end(token: string): Promise<void>
}

/** What another service sends to a webhook. */
export interface SignedEvent {
  body: Uint8Array
  /** What it shows as its signature. */
  signature: string | undefined
}

/** The team chat of this instance: where it keeps things and how it tells the time. */
export interface Chat {
  store: Store
  eventLogCache: EventLogCache
  now(): Date
  log: Log
  /** Host name in placeholder addresses (`user7@host`). */
  realmHost: string
  /** Base address under which clients reach this server. */
  readonly url: string
  files: ChatFiles
  fileAccess: FileAccess
  /** Aborts when the chat ends: nobody should go on waiting for events. */
  closing: AbortSignal
  sessions: Sessions
  /** Limits how often passwords and tokens are tried. */
  loginThrottle: LoginThrottle
  /** Whose signed tokens stand for accounts; absent where nobody's do. */
  tokens?: (() => TokenRules) | undefined
  /** Sends mail; absent where none is sent. */
  mail?: SendMail | undefined
  /** Gives the user behind a link in a mail the address that it confirms. Throws `not_found`. */
  confirmEmail(token: string): Promise<void>
  /** Delivers notifications to phones; absent where none are sent. */
  relay?: PushRelay | undefined
  /** Throws `unauthorized` where the webhook of a bot has a secret that an event is not signed with. */
  requireSignature(botId: number, event: SignedEvent): Promise<void>
  /** The account behind credentials. Throws `unauthorized`. */
  signIn(credentials: SignIn, client: string): Promise<Actor>
}
