import type { z } from 'zod'
import type { ByteLease } from '../lib/byte-budget.ts'
import type { Log } from '../lib/log.ts'
import type { CallObserver } from '../lib/metrics.ts'
import type { Tracer } from '../lib/request.ts'
import type { PageBrowser } from './browser.ts'
import type { CallCourse, FollowCall } from './call-course.ts'
import type { ClientForm } from './call-suspended.ts'
import type { Account, Accounts, ChatService, LinkedFiles, WatchChat } from './chat.ts'
import type { GuardedFetch, VetAddress } from './net.ts'
import type { OnChain } from './onchain.ts'
import type { Principal } from './principal.ts'
import type { Webhook } from './prompt.ts'
import type { Deliver, ResultFile, ResultLink } from './result-view.ts'
import type { Question, ResultView, Structure, ToolResource } from './result-view.ts'
import type { Right } from './right.ts'
import type { Sandbox } from './sandbox.ts'
import type { Consent, ProposedPayment, Receipt, Spending } from './spending.ts'

/** The folder of `tools/` an operation lives in; what `--toolsets` selects by. */
export type Toolset = 'web' | 'text' | 'chain' | 'wallet' | 'chat'

/**
 * Which lists of tools an operation is in: `core` is in the shortest, `standard` in the default one, `more`
 * in those that are asked for, of which that of its toolset is named `<toolset>-more`.
 */
export type Tier = 'core' | 'standard' | 'more'

/** Side effects of the operation. Required, so that no hint is missing by accident. */
export interface Effects {
  readOnly: boolean
  destructive: boolean
  idempotent: boolean
  openWorld: boolean
}

/** Methods that a route may take. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Format of a route: `json` takes and returns JSON objects (utility spec section 4); `form` takes fields, returns an envelope and
 * has its own accounts (chat spec sections 4.1 and 5), and its clients need the routes of the whole toolset.
 */
export type HttpDialect = 'json' | 'form'

/** Where and how the operation is served over HTTP. */
export interface HttpBinding {
  method: HttpMethod
  /**
   * Path template relative to the base of the dialect, e.g. `/messages/{message_id}`; `{name+}` takes
   * the rest of the path. A parameter whose schema is an integer matches digits only.
   */
  path: `/${string}`
  /** Further paths, for clients that use another name. */
  otherPaths?: readonly `/${string}`[]
  /** Cap on the request body; default `REQUEST_BODY_MAX_BYTES`. */
  maxBodyBytes?: number
  /** `json` when absent. */
  dialect?: HttpDialect
  /** Other names of input fields, as older or foreign clients write them, each with the field it means. */
  aliases?: Readonly<Record<string, string>>
  /** Whether callers without credentials are admitted, where the dialect requires them. */
  anonymous?: boolean
  /** Serves everybody alike and ignores credentials. */
  ignoresCredentials?: true
  /**
   * Field that holds a secret which a call tries where it is present, and field that names its account, or
   * none for the caller's: wrong ones (`SecretRefused`) are limited.
   */
  tries?: { secret: string; account?: string }
  /** The contract says how its calls fail: a missing parameter is invalid input there, and has a code of its own elsewhere. */
  isSpecified?: true
  /** Whether it waits for news, and is called anew after each of them: such calls are counted apart. */
  polls?: true
  /** The body is multipart with one file, which comes with the call as it arrives. */
  takesFile?: true
}

/** Progress of a running call. `total` is absent while unknown, `done` while the call waits for its turn. */
export interface Progress {
  done?: number
  total?: number
  message?: string
}

/** The progress of a download. */
export function bytesRead(done: number, total: number | undefined): Progress {
  return { done, message: 'bytes read', ...(total === undefined ? {} : { total }) }
}

/** A file that comes with a call, piece by piece. Everything in it, including its name, is untrusted. */
export interface IncomingFile {
  name: string
  /** No more bytes than this come, where the sender has announced a length. */
  maxBytes?: number | undefined
  /** Throws where the sender breaks off, or sends more than one file. */
  bytes: AsyncIterable<Uint8Array>
}

/** How another call goes on where one is, for when the process of that one ends. */
export interface Resumption {
  /** The arguments of the other call. */
  arguments: Readonly<Record<string, unknown>>
  /** Time until which the call waits, in milliseconds since 1970: what is left of it becomes the argument `seconds`. */
  endsAtMs?: number
}

/** One call of an operation: its input, its caller, and its abort signal. */
export interface Call<Input> {
  input: Input
  services: Services
  /** Name of the caller's bearer key; undefined for anonymous and local calls. */
  caller: string | undefined
  /** Key by which limits count the caller: the client address, where there is one. */
  peer?: string | undefined
  /** Who is charged for what the call uses. */
  principal: Principal
  /** Room for what its parsers return, held until the call is answered; by default until it has run. */
  results?: ByteLease | undefined
  /** The chat account that calls, here or at another server; absent for anonymous callers and outside of chat. */
  actor?: Account | undefined
  /** The file that came with the call, where its binding takes one. */
  file?: IncomingFile | undefined
  signal: AbortSignal
  progress(step: Progress): void
  /** Asks the caller's user to approve a payment; absent where nobody can be asked. */
  approve?(payment: ProposedPayment): Promise<Consent>
  /** Puts questions to the person behind the caller's client; absent where it shows none. */
  form?: ClientForm
  /** Puts the result where the caller wants it; absent where results go to the caller alone. */
  deliver?: Deliver
  /** Called for each payment that the call caused. */
  paid?(receipt: Receipt): void
  /** The right of the account in whose name the call pays (`Payer.agent`). Throws `unauthorized`. */
  agent?(): Promise<Right | undefined>
  /** Called for each amount that the call signs for, whatever comes of it. */
  signed?(usd: string): void
  /** Told a message of the conversation that the call is about. */
  about?(messageId: number): void
  /** Counts what the call is about to pay towards what its caller may spend; absent where nothing limits that. Throws `rate_limited`. */
  spend?(usd: string): Promise<void>
  /** Equal for calls of one session of a client; absent where there is none. */
  session?: object
  /** The caller's chat account, for operations that this one runs (`runOther`); absent where `actor` says all. Throws `unauthorized`. */
  signIn?(): Promise<Account | undefined>
  /** Counts one more call of the caller, who asks for several at once. Throws `rate_limited`. */
  admit?(): void
  /** Shows a picture to the model, beside what the result says of it; absent where nobody sees any. */
  show?(image: AgentImage): void
  /** Told how another call would go on, once this one has done what must not be done twice, or knows where it waits. */
  resumable?(resumption: Resumption): void
}

/** A picture shown to a model. */
export interface AgentImage {
  /** Base64. */
  data: string
  mimeType: string
}

/** Differences when a model calls the operation over MCP. */
export interface AgentFacet<Input, Output> {
  /** Input fields filled in when the model leaves them out. */
  defaults?: Partial<Input>
  /** The text block shown to the model; the JSON of the result when absent. */
  text?(output: Output): string
  /** A picture shown after the text, when the result has one. */
  image?(output: Output): AgentImage | undefined
  /** The result as a file, which may go elsewhere (`to`) instead of being shown. */
  file?(output: Output): ResultFile
  /** Where things are that the result leaves out. */
  links?(output: Output): readonly ResultLink[]
  /** How the result stands beside its text; whole when absent. */
  structure?: Structure<Output>
  /** Fields that the short list of tools leaves out of the schema; calls take them all the same, and searches show them. */
  seldom?: readonly (keyof Input & string)[]
  /** Field with the address to read, which may be the link of a file of the chat (`LinkedFiles`) as well. */
  fileField?: keyof Input & string
  /** Present where the result is a long document, in which a model may look for words. */
  search?: Searching<Input, Output>
}

/** How words are looked for in the document that an operation reads; see `src/core/run/find-words.ts`. */
export interface Searching<Input, Output> {
  /** The input for the whole document, with marks between its pages where it has pages. */
  whole(input: Input): Input
  /** Whether these marks belong to the text that was asked for; absent where documents have no pages. */
  keepsPageMarks?(input: Input): boolean
  /** What the cursors of the document belong to. */
  key(input: Input): string
  /** Keeps the whole document for the parts that are read next; `pageStarts` tells where its pages begin. */
  remember(
    document: Output,
    call: Call<Input>,
    pageStarts?: readonly { page: number; at: number }[],
  ): void
}

/** Schemas for both sides of a call. */
export interface CallSchemas {
  input: z.ZodObject
  output: z.ZodObject
}

/** What a model sees in place of the input and output of a route: fields that fit a task, short results. */
export interface AgentForm<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  RouteInput = unknown,
  RouteOutput = unknown,
> {
  /** Description in place of the operation's. */
  description?: string
  input: I
  output: O
  /** What a call may hold and its result too, where that is more than lists show. Built at the first call. */
  whole?(): CallSchemas
  /** The text block shown to the model. */
  text(output: z.output<O>): string
  links?(output: z.output<O>): readonly ResultLink[]
  structure?: Structure<z.output<O>>
  /** Fields that the short list of tools leaves out of the schema (`AgentFacet.seldom`). */
  seldom?: readonly string[]
  /** Results of the tool that can be read and watched as resources. */
  resources?: readonly ToolResource[]
  /** Translates a call to one or several calls of the operation, and their results back. */
  run(
    call: Call<z.output<I>>,
    operation: (input: RouteInput, file?: IncomingFile) => Promise<RouteOutput>,
  ): Promise<z.input<O>>
}

/** What an input may be checked with before a payment is asked for. */
export interface BeforePayment {
  sandbox: ChargedServices['sandbox']
  signal: AbortSignal
}

/** One errand: a name, a schema for each side, a binding, its effects and a handler. */
export interface Operation<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
> {
  /** snake_case; the words of the file name. */
  name: string
  title: string
  /** What it does and when to use another tool instead, for the model. */
  description: string
  toolset: Toolset
  http: HttpBinding
  /** USD, decimal string (spec section 4); `0` is sold only where the operator sets a price. Absent: the operation is never sold. */
  price?: string
  effects: Effects
  /** `core` when absent. */
  tier?: Tier
  /** Whom it is for, where not for everybody who reaches the instance: `owner` is at this machine, and never asks over HTTP. */
  audience?: 'owner'
  /** Whether it is called as an account of the team chat (`Call.actor`), where the caller has one. */
  usesAccount?: true
  /** Whether it shows pages in a browser: where there is none, lists of tools leave it out. */
  needsBrowser?: true
  /** Whether it is about what this instance has, so that no other one is ever asked. */
  runsHere?: true
  /** Whether it is a tool only: over HTTP there is no route to it. */
  toolOnly?: true
  /** Whether it runs other operations and cannot pay for those that are sold: where calls are sold, it is not offered. */
  runsOthers?: true
  /** Whether its outputs may take megabytes: over HTTP, those of one caller are read and sent one after another. */
  answersMuch?: true
  webhooks?: readonly Webhook[]
  input: I
  output: O
  /** Longest time that a call may take, waiting for its turn included; absent where that is next to nothing. */
  takesMaxMs?: number
  /** A call that anybody may make, and what it may be answered, as directories of paid calls show it. */
  example?: { input: Record<string, unknown>; output: Record<string, unknown> }
  /** The part of both schemas that lists of tools show. */
  listed?: CallSchemas
  // Method syntax on purpose: a catalogue holds operations of many input types.
  agent?: AgentFacet<z.input<I>, z.output<O>>
  /** Results of the tool that can be read and watched as resources. */
  resources?: readonly ToolResource[]
  /** What a call that cannot be undone is about, for the person who is asked first: the fields of the call are its variables. */
  subject?: Question<string>
  /** Field of the tool with the address to read (`AgentFacet.fileField`). Routes take public addresses only. */
  fileField?: string
  /** How hosts show results of the tool to people. */
  view?: ResultView<Omit<Call<unknown>, 'input'>>
  /** The form shown to models, built when first listed. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the form of each operation is its own.
  agentForm?(): AgentForm<any, any, any, any>
  /**
   * Throws what is wrong with an input that fits the schema, as `run` would: spec 3 has it told before anybody pays.
   * Reads the input only, in little time whatever it holds; what takes longer is looked at in the sandbox, and only where a
   * payment comes next. Every surface runs it before the work and before payment.
   */
  check?(input: z.output<I>, beforePayment?: BeforePayment): void | Promise<void>
  run(call: Call<z.output<I>>): Promise<z.input<O>>
}

/** An operation whose schemas do not matter to the holder. */
// oxlint-disable-next-line typescript/no-explicit-any -- a catalogue is heterogeneous; run() validates.
export type AnyOperation = Operation<any, any>

/** The schemas of an operation as lists show them. */
export function listedOf(
  operation: Pick<AnyOperation, 'input' | 'output' | 'listed'>,
): CallSchemas {
  return operation.listed ?? operation
}

/** Identity function: checks one definition and keeps its precise types. */
export function defineOperation<I extends z.ZodObject, O extends z.ZodObject>(
  operation: Operation<I, O>,
): Operation<I, O> {
  return operation
}

/** Where a call runs once its input is valid: here, or at another instance. */
export type Place = (
  operation: AnyOperation,
  call: Call<Record<string, unknown>>,
) => Promise<unknown>

/** The operation's own handler, in this process. */
export const here: Place = (operation, call) => operation.run(call)

/** What costs enough to be charged to a principal. */
export interface ChargedServices {
  /** Fetches addresses that came from input or content. */
  fetch: GuardedFetch
  /** Checks such an address without fetching it, by the same rules. */
  vetAddress: VetAddress
  /** Parses hostile bytes. */
  sandbox: Omit<Sandbox, 'close'>
  /** Shows pages whose scripts must run; absent where a call may only read what it was given. */
  browser?: Omit<PageBrowser, 'close'> | undefined
}

/**
 * Everything an operation may reach. Built once, in `compose.ts`; what is charged is bound to the principal of each call. Who stands
 * behind the fields, in `src/app/`:
 *
 * | fields | made in | there |
 * | --- | --- | --- |
 * | `fetch`, `vetAddress`, `sandbox`, `instance`, `now`, `log`, `requireInnerAllowed` | `compose.ts` | always |
 * | `browser` | `compose/compose-browser.ts` | always; not in a call that may only read what it was given |
 * | `requireStore` | `compose/compose-disks.ts` | always |
 * | `onchain` | `compose/compose-onchain.ts` | always |
 * | `place`, `spending` | `compose/compose-place.ts` | always; `spending` with a wallet or `remote` |
 * | `askOwner` | `compose.ts` | with `approve-by-chat` |
 * | `chat`, `watchChat`, `accounts` | `compose/compose-chat.ts` | always; `chat` throws where the chat is at another server |
 * | `files` | `compose/compose-files.ts` | always |
 * | `observeCall`, `followCall` | `compose.ts` | always; they do nothing before `observeCalls` |
 */
export interface Services extends ChargedServices {
  /** Stands for the instance, one object for all its calls: what operations remember of it hangs on it. */
  instance: object
  /** Resolves when calls can be served. Throws `unavailable`, with a message for everybody. */
  requireStore(): Promise<void>
  /** Reads of the chains, loaded on first use. */
  onchain(): Promise<OnChain>
  /** Runs a call with valid input where the configuration says: every surface goes through it. */
  place: Place
  /**
   * Throws where an operation may not run within another one: the operator leaves it out, or sells it, so that it must be called
   * by itself. Absent: all may.
   */
  requireInnerAllowed?(operation: AnyOperation): void
  /** The wallet; undefined where neither a wallet nor another instance is configured. */
  spending?: Spending | undefined
  /** Asks the owner of the chat about a payment of a call where the host of its caller cannot ask; absent unless the owner wants that. */
  askOwner?(
    payment: ProposedPayment,
    asker: { caller: string | undefined; course: CallCourse; signal: AbortSignal },
  ): Promise<Consent>
  /** The team chat, opened on first use. */
  chat(): Promise<ChatService>
  /** Accounts of the team chat for callers that do not sign in there. */
  accounts: Accounts
  /** Files of the team chat, by their links. */
  files: LinkedFiles
  /** Tells of changes in the team chat. */
  watchChat: WatchChat
  now(): Date
  log: Log
  /** Counts calls; does nothing where nobody can look. */
  observeCall: CallObserver
  /** Absent where nobody looks. */
  followCall?: FollowCall
  /** Absent where nobody collects traces. */
  tracer?: Tracer | undefined
}
