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

/** A caller, with the client program. */
export interface Actor {
  user: User
  /** Name of the client program. */
  client: string
  /** Digest of the key or cookie used: the sign-in that stays when the user ends all others. */
  shown?: string
}

/** An account at another server with this API: its calls run there. */
export interface RemoteActor {
  server: ChatServer
}

/** Who calls, here or at another server. */
export type Account = Actor | RemoteActor

/** Whether a caller's account is at another server. */
export function isRemote(actor: Account | undefined): actor is RemoteActor {
  return actor !== undefined && 'server' in actor
}

/** Another server with this API, as one account there sees it. Throws the server's errors, with our codes. */
export interface ChatServer {
  /** Runs an operation there, with the same result as here. */
  run(
    operation: AnyOperation,
    call: Pick<Call<Record<string, unknown>>, 'input' | 'signal' | 'file'>,
  ): Promise<Record<string, unknown>>
  directory: Directory
  events: EventFeed
  /** Id of the last event of a queue that its owner has acknowledged, as far as this process knows; -1 for none. */
  acknowledged(queueId: string): number
}

/** An entry with a name and an id. */
export interface DirectoryEntry {
  id: number
  name: string
  /** Whether it is deactivated, so that it is not a candidate. */
  isClosed: boolean
}

/** Users, channels and groups of a chat, local or remote, as one account sees them. */
export interface Directory {
  /** Channels; `isFresh` bypasses the cache. */
  channels(isFresh?: boolean): Promise<readonly DirectoryEntry[]>
  people(isFresh?: boolean): Promise<readonly DirectoryEntry[]>
  /** Groups that have a name. */
  groups(isFresh?: boolean): Promise<readonly DirectoryEntry[]>
  /** The person with an address, real or placeholder, if visible to the account. */
  personAt(address: string): Promise<DirectoryEntry | undefined>
  /** Presence of everybody by API e-mail, and the server's time, in UNIX seconds. */
  presence(): Promise<{
    server_timestamp: number
    presences: Readonly<Record<string, LastSeen | undefined>>
  }>
}

/** Presence of a user, in the older form (chat spec 2.8). */
export interface LastSeen {
  aggregated: { status: 'active' | 'idle'; timestamp: number }
}

/** An event, as clients of the public API get it. */
export type ChatEvent = { type: string; id: number } & Record<string, unknown>

/** Events after a cursor. */
export interface Heard {
  events: readonly ChatEvent[]
  /** The cursor after them. */
  cursor: string
  /** Whether events between the two are lost. */
  missed: boolean
  /** Whether further waiting is useless: the time is over, or the chat shuts down. */
  isOver: boolean
}

/** Event feed of a chat, local or remote, for one account. */
export interface EventFeed {
  /** Id of the account. */
  ownId(): Promise<number>
  /** The position of a cursor, or a new one. Throws `invalid_input` for an invalid cursor. */
  begin(cursor: string | undefined): Promise<{ cursor: string; missed: boolean }>
  /** Events after a cursor; waits for them up to the given time. */
  next(cursor: string, wait: { maxMs: number; signal: AbortSignal }): Promise<Heard>
  /** Names of users by id, as far as they are known. */
  names(userIds: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Records of messages as they are now (chat spec 2.4, raw content), as far as they may be read. */
  messages(messageIds: readonly number[]): Promise<readonly unknown[]>
}

/** Credentials of a caller: an account's address and key, or the key alone. */
export interface SignIn {
  email: string | undefined
  key: string
  /** Whether it is used for a webhook. */
  isWebhook?: boolean
}

/** Who calls over MCP or from the command line. */
export interface CallerIdentity {
  /** Name of the caller's bearer key; undefined for anonymous and local calls. */
  caller: string | undefined
  /** Self-declared name of the calling program. */
  program: string | undefined
  /** Whether it was started on this machine by the owner of the data folder. */
  isLocal: boolean
}

/** Finds accounts for callers that do not sign in with one. */
export interface Accounts {
  /** The caller behind an API key of the chat; undefined for an unknown key. */
  callerOf(key: string): Promise<string | undefined>
  /** The account behind a call; undefined for an anonymous caller. Throws `unauthorized`. */
  actorOf(asker: CallerIdentity): Promise<Account | undefined>
  /** Whether a caller is an account of the chat that showed its API key. */
  isAccount(caller: string): boolean
}

/**
 * Notifies an account of changes at a `chat://…` address from now on, until the returned function is called or the account may no
 * longer read it. Throws `not_found` or `invalid_input` for an unreadable address.
 */
export type WatchChat = (actor: Account, uri: string, changed: () => void) => Promise<() => void>

/** The end of the event log as this process knows it, and its waiters. */
export interface EventLogCache {
  /** Signals that this process committed events up to an id. */
  ring(newest: number): void
  /** Resolves when what was committed until now is known; without `isStrict`, some milliseconds ago do. */
  catchUp(options: { atLeast: number; isStrict: boolean }): Promise<void>
  /** Events above an id: from memory where that isInAudience back so far, as many as one reading has else. */
  read(above: number): Promise<LogReading>
  /** Resolves when there may be events above the given id, or when the signal aborts. */
  next(above: number, signal: AbortSignal): Promise<void>
  close(): void
}

/** Storage of uploads, and its limits. */
export interface ChatFiles extends Files {
  /** Largest upload. */
  maxMib: number
  /** Limit of all uploads together; unlimited when absent. */
  quotaMib?: number | undefined
}

/** A file that the caller may get. */
export interface ServedFile {
  name: string
  /** Media type for inline display; undefined for a download-only file. */
  mediaType: string | undefined
  bytes: number
  /** Changes with the content. */
  version: string
  /** Whether it is public and cacheable. */
  isPublic: boolean
  read(range?: ByteRange): Promise<Readable>
}

/** A resumable upload and its progress. */
export interface ResumableUpload {
  name: string
  /** Announced size in bytes. */
  bytes: number
  /** Bytes received. */
  offset: number
  /** Time since it was begun. */
  ageMs: number
}

/** A completed upload. */
export interface UploadedFile {
  /** Path on this server. */
  url: string
  /** As it is shown. */
  filename: string
}

/** Resumable uploads. Throws `not_found` for everybody except the user who began one. */
export interface ResumableUploads {
  /** Time to finish one. */
  readonly lifeMs: number
  readonly maxBytes: number
  /** Begins one under a new id. Throws where it is too large, or the sender has too many open. */
  create(actor: Actor, upload: { id: string; name: string; bytes: number }): Promise<void>
  find(actor: Actor, id: string): Promise<ResumableUpload>
  /** Appends bytes at the offset; returns the new offset. */
  append(
    actor: Actor,
    id: string,
    offset: number,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<number>
  /** Turns a completed one into an upload; idempotent. */
  finish(actor: Actor, id: string): Promise<UploadedFile>
  remove(actor: Actor, id: string): Promise<void>
}

/** File access for clients, outside of the operations. Throws the same `not_found` for missing and for hidden files. */
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
  /** Signs in by address and password; ends the previous session, if any. Throws `unauthorized` and `rate_limited`. */
  begin(login: {
    email: string
    password: string
    /** Key by which limits count the caller. */
    from: string
    before: string | undefined
  }): Promise<{ user: User; token: string }>
  /** The account of a session; undefined for an expired or unknown one. */
  find(token: string, client: string): Promise<Actor | undefined>
  end(token: string): Promise<void>
}

/** An event sent to a webhook by another service. */
export interface SignedEvent {
  body: Uint8Array
  /** Its signature. */
  signature: string | undefined
}

/** The team chat of this instance: its storage, clock and services. */
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
  /** Aborts when the chat shuts down, which ends all waits for events. */
  closing: AbortSignal
  sessions: Sessions
  /** Limits how often passwords and tokens are tried. */
  loginThrottle: LoginThrottle
  /** Rules for signed tokens; absent when none are accepted. */
  tokens?: (() => TokenRules) | undefined
  /** Sends mail; absent without a mail server. */
  mail?: SendMail | undefined
  /** Sets the address that a mail link confirms. Throws `not_found`. */
  confirmEmail(token: string): Promise<void>
  /** Delivers notifications to phones; absent when none are sent. */
  relay?: PushRelay | undefined
  /** Throws `unauthorized` where the webhook of a bot has a secret that an event is not signed with. */
  requireSignature(botId: number, event: SignedEvent): Promise<void>
  /** The account behind credentials. Throws `unauthorized`. */
  signIn(credentials: SignIn, client: string): Promise<Actor>
}
