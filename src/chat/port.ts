import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Log } from '../log.ts'
import type { Attempts } from './people/attempts.ts'
import type { TokenRules } from './people/read-token.ts'
import type {
  ChatChannelTable,
  ChatGroupTable,
  ChatMessageTable,
  ChatSubscriptionTable,
  ChatUserTable,
} from '../store/chat-tables.ts'
import type { Store } from '../store/port.ts'
import type { Schema } from '../store/schema.ts'
import type { LogReading } from './events/read-log.ts'

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

/** What a caller shows to be let in: an account's address and key, or the key alone. */
export interface SignIn {
  email: string | undefined
  key: string
}

/** Who calls over MCP or from the command line. */
export interface Asker {
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
  actorOf(asker: Asker): Promise<Actor | undefined>
}

/** The end of the event log as this process knows it, and who waits there. */
export interface Tail {
  /** Tells that events up to an id were committed by this process. */
  ring(newest: number): void
  /** Resolves when what was committed until now is known; without `isStrict`, some milliseconds ago do. */
  catchUp(options: { atLeast: number; isStrict: boolean }): Promise<void>
  /** Events above an id: from memory where that reaches back so far, as many as one reading has else. */
  read(above: number): Promise<LogReading>
  /** Resolves when there may be events above the given id, or when the signal aborts. */
  next(above: number, signal: AbortSignal): Promise<void>
  close(): void
}

/** The team chat of this instance: where it keeps things and how it tells the time. */
export interface Chat {
  store: Store
  tail: Tail
  now(): Date
  log: Log
  /** Host name in placeholder addresses (`user7@host`). */
  realmHost: string
  /** Base address under which clients reach this server. */
  readonly url: string
  /** Aborts when the chat ends: nobody should go on waiting for events. */
  closing: AbortSignal
  /** Limits how often passwords and tokens are tried. */
  attempts: Attempts
  /** Whose signed tokens stand for accounts; absent where nobody's do. */
  tokens?: (() => TokenRules) | undefined
  /** The account behind credentials. Throws `unauthorized`. */
  signIn(credentials: SignIn, client: string): Promise<Actor>
}
