import type {
  Accounts,
  CallerIdentity,
  ChatService,
  LocalAccount,
  SignIn,
} from '../../contract/chat.ts'
import type { SendMail } from '../../contract/net.ts'
import type { AnyOperation, Call, Services } from '../../contract/operation.ts'
import type { Files } from '../../files/port.ts'
import type { Log } from '../../lib/log.ts'
import type { Store } from '../../store/port.ts'
import type { HeardEvent } from '../events/event.ts'
import type { PushRelay } from '../notifications/push-relay-port.ts'
import type { ServiceClient } from '../outgoing/port.ts'
import type { DescribeLink } from '../previews/port.ts'
import type { PasswordCost } from '../users/sign-in/passwords.ts'
import type { TokenRules } from '../users/sign-in/read-token.ts'
import type { LogReading } from './logged-event.ts'
import type { User } from './rows.ts'

export type { HeardEvent }

/** An account of this chat that calls, with the client program. */
export interface Actor extends LocalAccount {
  user: User
  /** When the call has read the counters of changes for it, in ms of `performance.now()`; absent where it was made for several calls. */
  readAt?: number
}

/** An account at another server with this API: its calls run there. */
export interface RemoteActor {
  server: ChatServer
}

/** Accounts as the chat gives them to surfaces. */
export interface ChatAccounts extends Accounts {
  actorOf(asker: CallerIdentity): Promise<Actor | RemoteActor | undefined>
}

/** What an instance is composed of, with all that the chat knows of its part. */
export interface ChatServices extends Services {
  chat(): Promise<Chat>
  accounts: ChatAccounts
}

/** One call of the chat by anybody: surfaces, which know less of both, pass on the account and the services that they were given. */
export interface AnyChatCall<Input = unknown> extends Call<Input> {
  services: ChatServices
  actor?: Actor | RemoteActor | undefined
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
  /** Time zone of the account (IANA name); empty where it has none. */
  timezone(): Promise<string>
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

/** Events after a cursor. */
export interface Heard {
  events: readonly HeardEvent[]
  /** The cursor after them. */
  cursor: string
  /** Whether events between the two are lost. */
  missed: boolean
  /** Whether further waiting is useless: the time is over, or the chat shuts down. */
  isOver: boolean
}

/** Where waiting for events begins. */
export interface Beginning {
  cursor: string
  /** Whether events since the cursor that was given are lost. */
  missed: boolean
  /** Whether it is now: there are no events yet. */
  isNow: boolean
}

/** Event feed of a chat, local or remote, for one account. */
export interface EventFeed {
  /** Id of the account. */
  ownId(): Promise<number>
  /**
   * The position of a cursor; without one, where the account last looked (`look`), and now where it never has. Throws
   * `invalid_input` for an invalid cursor.
   */
  begin(cursor: string | undefined): Promise<Beginning>
  /** A cursor of now, for what the account is about to do: it takes in all that comes of it. */
  mark(): Promise<string>
  /** Records that the account has seen what happened up to a cursor. */
  look(cursor: string): void
  /** Marks messages as read by the account, as far as it may read them. */
  markRead(messageIds: readonly number[]): Promise<void>
  /** Events after a cursor; waits for them up to the given time. */
  next(cursor: string, wait: { maxMs: number; signal: AbortSignal }): Promise<Heard>
  /** Names of users by id, as far as they are known. */
  names(userIds: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Records of messages as they are now (chat spec 2.4, raw content), as far as they may be read. */
  messages(messageIds: readonly number[]): Promise<readonly unknown[]>
}

/** The end of the event log as this process knows it, and its waiters. */
export interface EventLogCache {
  /** Wakes those who wait here, after this process committed events up to an id. */
  ring(newest: number): void
  /** Resolves when what was committed until now is known; without `isStrict`, some milliseconds ago do. */
  catchUp(options: { atLeast: number; isStrict: boolean }): Promise<void>
  /** Events above an id: from memory where that goes back so far, else as many as one reading returns. */
  read(above: number): Promise<LogReading>
  /** Resolves when there may be events above the given id, or when the signal aborts. */
  next(above: number, signal: AbortSignal): Promise<void>
  /** Id of the newest event that is known to polls which wait now; undefined where none does. */
  known(): number | undefined
  close(): void
}

/** Limits how often secrets are guessed. Failures of others never lock anybody out of an account. */
export interface LoginThrottle {
  /**
   * Runs an attempt at a secret, of an account or of none. Throws `rate_limited`: for any secret where too many wrong ones came
   * for this account from this caller, for wrong ones where too many came from this caller. One at an account that is attacked
   * from many addresses waits.
   */
  tried<T>(account: string | undefined, from: string, run: () => Promise<T>): Promise<T>
}

/** Storage of uploads, and its limits. */
export interface ChatFiles extends Files {
  /** Largest upload. */
  maxMib: number
  /** Limit of all uploads together; unlimited when absent or 0. */
  quotaMib?: number | undefined
  /** Limit of the uploads of one person, with those of their bots; unlimited when absent or 0. */
  accountQuotaMib?: number | undefined
}

/**
 * The team chat of this instance: its storage, clock and services. Who stands behind the fields, those of `ChatService` included:
 *
 * | fields | made in | there |
 * | --- | --- | --- |
 * | `store`, `now`, `log` | `app/compose.ts`, for all of the instance | always |
 * | `url` | `app/compose/compose-chat.ts` | always; another one once the server listens |
 * | `realmHost`, `files` | `chat/open-on-demand.ts` | always |
 * | `eventLogCache`, `closing`, `loginThrottle`, all functions of accounts and rights | `chat/open-chat.ts` | always |
 * | `fileAccess`, `sessions`, `entry` | `chat/open-chat.ts` | once `openChat` has returned |
 * | `passwordCost` | `chat/open-chat.ts` | always; tests give a lower one |
 * | `messageQuotaMib`, `directoryQuotaMib`, `usesGravatar`, `showLink` | `app/compose/compose-chat.ts` | but in tests |
 * | `renderingMaxMs` | `app/compose/compose-chat.ts` | with `chat-rate-limits` |
 * | `tokens` | `app/compose/compose-chat.ts` | with `BELLHOP_CHAT_JWT_KEY` |
 * | `mail`, `relay` | `app/compose/compose-chat.ts` | with `smtp-url`, with `push-relay` |
 * | `serviceClient` | `app/compose/compose-outgoing.ts` | but in tests |
 * | `describeLink` | `app/compose/compose-link-previews.ts` | with `link-previews` |
 */
export interface Chat extends ChatService {
  store: Store
  eventLogCache: EventLogCache
  now(): Date
  log: Log
  /** Host name in placeholder addresses (`user7@host`). */
  realmHost: string
  files: ChatFiles
  /** Limit of the messages of one person, with those of their bots; unlimited when absent or 0. */
  messageQuotaMib?: number | undefined
  /** Limit of what every registration holds of the organization; unlimited when absent or 0. */
  directoryQuotaMib?: number | undefined
  /** What rendering the texts of one person and their bots may take lately; unlimited when absent. */
  renderingMaxMs?: number | undefined
  /** Aborts when the chat shuts down, which ends all waits for events. */
  closing: AbortSignal
  /** The cost of hashing at which passwords are kept. */
  passwordCost: PasswordCost
  /** Limits how often passwords and tokens are tried. */
  loginThrottle: LoginThrottle
  /** Whether who has no picture of their own is shown by Gravatar, which learns who looks at whom; else by a pattern. */
  usesGravatar?: boolean | undefined
  /** Rules for signed tokens; absent when none are accepted. */
  tokens?: (() => TokenRules) | undefined
  /** Sends mail; absent without a mail server. */
  mail?: SendMail | undefined
  /** Tells the operator of a link that no mail server sends, and of the command that prints one; absent where nobody is told. */
  showLink?: ((link: { news: string; link: string; command: string }) => void) | undefined
  /** Calls services that bots hand messages on to; absent where none are called. */
  serviceClient?: ServiceClient | undefined
  /** Reads what is behind links; absent where that is not shown. */
  describeLink?: DescribeLink | undefined
  /** Delivers notifications to phones; absent when none are sent. */
  relay?: PushRelay | undefined
  signIn(credentials: SignIn, client: string): Promise<Actor>
}
