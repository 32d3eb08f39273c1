import type { McpServer } from '@modelcontextprotocol/server'
import type { ServerOptions } from '@modelcontextprotocol/server'
import type { Account } from '../contract/chat.ts'
import type { AnyOperation, Services } from '../contract/operation.ts'
import type { Principal } from '../contract/principal.ts'
import type { Prompt } from '../contract/prompt.ts'
import type { HostAccess } from '../core/run/principals.ts'
import type { Finder } from '../core/select/finder.ts'
import type { Gate } from '../pay/seller/port.ts'
import type { QuestionKeeper } from './calls/questions.ts'
import type { ToolSchemas } from './schema.ts'
import type { Subscriptions } from './sessions/subscriptions.ts'
import type { TaskService } from './tasks/service.ts'

/** Facts that a server publishes about itself. */
export interface ServerInfo {
  version: string
  /** Whether calls at this instance cost money. */
  charged: boolean
  /** Limits in force that a caller may meet. */
  limits(): Promise<readonly { meaning: string; value: number; unit: string }[]>
}

/** Page on which a person mends what a call fails by: that of the wallet and its limits, or of accounts and their keys. */
export type PageKind = 'wallet' | 'account'

/** Dependencies shared by all server instances of one process. */
export interface ServerDeps {
  info: ServerInfo
  services: Services
  /** Schemas of tools that are known before they are derived, by name. */
  schemas?: Readonly<Record<string, ToolSchemas>>
  /** Stands before the names of tools. */
  toolPrefix?: string | undefined
  /** Offered to clients that are offered their tools. */
  prompts?: readonly Prompt[]
  /** Present where calls are sold. */
  gate?: Gate | undefined
  /** Tells who besides local clients reaches the hosts that the operator excepted from the guard. Default: nobody. */
  hostAccess?: HostAccess
  /** Whether a caller needs a key for what is not sold. */
  isKeyed?: boolean
  /** Whether whoever has no key is a program of this machine, which takes part in the chat like one on stdio. */
  isOpen?: boolean
  /** Whether strangers may sign in, and are asked to for what is not sold. Default no. */
  asksToSignIn?(): boolean
  /** Counts one more call of a caller, within a request that was counted; throws `rate_limited`. */
  admitCall?(caller: string | undefined, principal: Principal): void
  /** Whether calls of an operation always run at another instance, which may cost this one money; default none does. */
  runsElsewhere?(operation: AnyOperation): boolean
  /** Counts a request of a chat account; throws `rate_limited`. */
  admit?(actor: Account): void
  /** Checks the state that a client hands back in a multi-round-trip call. */
  requestState?: NonNullable<ServerOptions['requestState']>
  /** Present where the answer to a question may reach another process than the one that asked. */
  questions?: QuestionKeeper
  /** Address of this server, where hosts may get icons there: they take none but of https. */
  iconsAt?(): string | undefined
  /** Address of a page, where it can be opened now. */
  findPage?(kind: PageKind): Promise<string | undefined>
  /** Present where calls that take long may become tasks. */
  tasks?: TaskService | undefined
  /** Adds to a finished server; used by tests to serve fixtures through the product's own wiring. */
  extend?: (server: McpServer, client: ServedClient) => void
}

/** The client for which a server instance is built. */
export interface ServedClient {
  /** `legacy` speaks a 2025 protocol revision, `modern` 2026-07-28. */
  era: 'legacy' | 'modern'
  /** Name of the caller's bearer key. */
  caller: string | undefined
  /** Whether its owner started this process. */
  isLocal?: boolean
  /** Which session it is, where it has one. */
  session?: string
  /** Name under which it wants to take part in the chat. */
  chatName?: string | undefined
  operations: readonly AnyOperation[]
  /** Tools whose results it reads and watches as resources, in its list or not; default: those of its list. */
  readable?: readonly AnyOperation[]
  /** The one tool that it calls, as lists name it, where that is known and nothing else can be asked of the server. */
  calls?: string | undefined
  /** How it reaches tools that its list leaves out, if it can. */
  finder?: Finder
  /** What the client listens to, where that outlives the server instance. */
  subscriptions?: Subscriptions
}
