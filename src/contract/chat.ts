import type { Readable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'
import type { OperationError } from './errors.ts'
import type { Fetched, FetchOptions } from './net.ts'
import type { Identity } from './oauth.ts'
import type { ResultFile } from './result-view.ts'
import type { Right } from './right.ts'
import type { Sandbox } from './sandbox.ts'

/** An account of this instance's chat that calls. Only the chat makes them; others pass them on. */
export interface LocalAccount extends Right {
  user: Right['user'] & {
    email: string
    /** Whose bot it is; null for a person. */
    bot_owner_id: number | null
    /** Role by the number that the chat gives it: the owner of the organization has the lowest. */
    role: number
  }
  /** Name of the client program. */
  client: string
}

/** An account at another server with this API: its calls run there. Only the chat looks inside. */
export interface RemoteAccount {
  server: object
}

/** The chat account behind a call, here or at another server. */
export type Account = LocalAccount | RemoteAccount

/** Whether an account is at another server. */
export function isRemoteAccount(account: Account | undefined): account is RemoteAccount {
  return account !== undefined && 'server' in account
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
  /** What the caller was let in by, where that is an account of the chat. */
  right?: Right | undefined
  /** Self-declared name of the calling program. */
  program: string | undefined
  /** Whether it was started on this machine by the owner of the data folder. */
  isLocal: boolean
  /** Whether a caller without a key is a program of this machine: an agent of its chat, but not of another server's. */
  isOnMachine?: boolean | undefined
  /** Which session of the program calls; absent where it has none. A second one that lives has an account of its own. */
  session?: string | undefined
  /** Name under which the caller wants to take part; absent to go by the program's. */
  chatName?: string | undefined
}

/** What API keys of the chat look like. */
export const API_KEY_FORM = /^[\w-]{32}$/

/** Finds accounts for callers that do not sign in with one. */
export interface Accounts {
  /** The caller behind an API key of the chat, and the right that it gives; undefined for an unknown key. */
  callerOf(key: string): Promise<{ caller: string; right: Right } | undefined>
  /** The account behind a call; undefined for an anonymous caller. Throws `unauthorized`. */
  actorOf(asker: CallerIdentity): Promise<Account | undefined>
  /** Whether a caller is an account of the chat that showed its API key. */
  isAccount(caller: string): boolean
  /** Gives back what a session takes part by, once it is over. */
  endSession(session: string): Promise<void>
}

/**
 * Notifies an account of changes at a `chat://…` address from now on, until the returned function is called or the account may no
 * longer read it. Throws `not_found` or `invalid_input` for an unreadable address.
 */
export type WatchChat = (actor: Account, uri: string, changed: () => void) => Promise<() => void>

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

/** Beginnings of links within the chat that lead to an upload; the rest is its path below `/user_uploads/`. */
export const FILE_LINK = /^(?:\/?user_uploads\/|chat:\/\/file\/)(?=.)/

/** A file of the chat that an account may see. */
export interface LinkedFile {
  /** Address at the server of the chat. */
  url: string
  /**
   * The bytes, in the form of a fetched document and with a fetch's share of turns and room; only what is about bodies
   * counts of the options. Throws `too_large`, `unavailable`, `rate_limited`, `upstream_timeout`, `cancelled`.
   */
  read(options: FetchOptions): Promise<Fetched>
}

/** Files of the chat by their links: those of `FILE_LINK`, and addresses of uploads with the origin of the chat's server. */
export interface LinkedFiles {
  /** Whether an address is such a link, whether or not there is a file. */
  names(address: string): boolean
  /** Throws the same `not_found` for a missing file, a hidden one, and a caller without an account. */
  open(
    address: string,
    reader: { actor: Account | undefined; signal: AbortSignal },
  ): Promise<LinkedFile>
  /** Writes a new file of this machine, and returns its address; absent where the caller has none here. Throws `url_not_allowed`, `invalid_input`. */
  write?(path: string, file: ResultFile): Promise<string>
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
  /** Name of the file as it is shown. */
  filename: string
}

/** Resumable uploads. Throws `not_found` for everybody except the user who began one. */
export interface ResumableUploads {
  /** Time to finish one. */
  readonly lifeMs: number
  readonly maxBytes: number
  /** Begins one under a new id. Throws where it is too large, or the sender has too many open. */
  create(actor: LocalAccount, upload: { id: string; name: string; bytes: number }): Promise<void>
  find(actor: LocalAccount, id: string): Promise<ResumableUpload>
  /** Appends bytes at the offset; returns the new offset, undefined where bytes that reached another process are there. */
  append(
    actor: LocalAccount,
    id: string,
    offset: number,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<number | undefined>
  /** Turns a completed one into an upload; idempotent. */
  finish(actor: LocalAccount, id: string): Promise<UploadedFile>
  remove(actor: LocalAccount, id: string): Promise<void>
}

/** File access for clients, outside of the operations. Throws the same `not_found` for missing and for hidden files. */
export interface FileAccess {
  /** An upload by its path below `/user_uploads/`. */
  upload(actor: LocalAccount | undefined, pathId: string): Promise<ServedFile>
  /**
   * A smaller picture of an upload, by the path of that and, behind a slash, the name of its format. Throws `not_found` for what is
   * no picture.
   */
  thumbnail(
    actor: LocalAccount | undefined,
    path: string,
    tools: { sandbox: Pick<Sandbox, 'run'>; signal: AbortSignal },
  ): Promise<ServedFile>
  /** An upload by a temporary address. */
  temporary(token: string, name: string): Promise<ServedFile>
  /** Where the picture of an account is, by its id or API address. Throws `not_found`. */
  avatar(
    actor: LocalAccount | undefined,
    account: string,
    size: 'small' | 'medium',
  ): Promise<string>
  /** A file for everybody, by its path on this server: images of emoji, and what the snapshot names. */
  open(path: string): Promise<ServedFile>
  resumable: ResumableUploads
}

/** A browser as a session begins. */
export interface Browser {
  /** Value of its cookie until then. */
  before: string | undefined
  /** What it calls itself. */
  client: string
}

/** Sessions of browsers (spec 5.3), each known by the secret value of its cookie. */
export interface Sessions {
  /** Longest life of one. */
  readonly lifeSeconds: number
  /** Signs in by address and password; ends the previous session, if any. Throws `unauthorized` and `rate_limited`. */
  begin(
    login: Browser & {
      email: string
      password: string
      /** Key by which limits count the caller. */
      from: string
    },
  ): Promise<{ user: LocalAccount['user']; token: string }>
  /** Begins one for a person who showed a key; the previous one ends. Throws `invalid_input` for a bot. */
  beginFor(account: LocalAccount, browser: Browser): Promise<BegunSession>
  /** Begins a session of somebody who was found otherwise; ends the previous one. Returns the value of its cookie. */
  open(user: LocalAccount['user'], browser: Browser): Promise<string>
  /** The account of a session; undefined for an expired or unknown one. */
  find(token: string, client: string): Promise<LocalAccount | undefined>
  end(token: string): Promise<void>
  /** Whether it is the password of the account. Throws `rate_limited` after wrong ones; `from` is what limits count the caller by. */
  isPassword(user: LocalAccount['user'], password: string, from: string): Promise<boolean>
}

/** A session that began as an account was made, or got another password. */
export interface BegunSession {
  user: LocalAccount['user']
  token: string
}

/** What an invitation is about. */
export interface InvitationView {
  realm_name: string
  realm_description: string
  /** Undefined where it is for no address in particular. */
  email: string | undefined
  invited_as: number
  /** Who invites; undefined for the operator, and for people who sign up by themselves. */
  inviter_name: string | undefined
  /** Whether an address that is given is confirmed by mail first. */
  needs_confirmation: boolean
}

/** Who a sign-in link is for, and what it asks them for. */
export interface SignInView {
  email: string
  full_name: string
  realm_name: string
  /** Whether they choose a name and a password, having had none. */
  isNew: boolean
  /** Whether they name the organization too. */
  namesOrganization: boolean
}

/** What somebody gives who signs in by a link; all but the key is for those who are new. */
export interface SignInWish {
  key: string
  email?: string | undefined
  full_name?: string | undefined
  password?: string | undefined
  realm_name?: string | undefined
}

/** How people come to an account, and back to it, without an administrator. */
export interface AccountEntry {
  /** What an invitation is about. Throws `not_found` where it cannot be used. */
  viewInvitation(key: string): Promise<InvitationView>
  /**
   * Makes the account of somebody who is invited, and begins a session. Returns undefined where the address that was given is
   * confirmed by mail first. Throws `not_found`, `invalid_input`.
   */
  join(
    newcomer: { key: string; email?: string | undefined; full_name: string; password: string },
    browser: Browser,
  ): Promise<BegunSession | undefined>
  /** Mails a link to somebody who is not invited, where that is possible. Throws `invalid_input`. */
  signUp(email: string): Promise<void>
  /** Mails a link to the address of an account; the same for an unknown one. */
  askForPassword(email: string): Promise<void>
  /** The address whose password a link sets. Throws `not_found`. */
  viewPasswordLink(key: string): Promise<{ email: string }>
  /** Who a sign-in link is for. Throws `not_found`. */
  viewSignInLink(key: string): Promise<SignInView>
  /** Signs in by a link, once. Throws `not_found`, `invalid_input`. */
  signInByLink(wish: SignInWish, browser: Browser): Promise<BegunSession>
  /** Sets a forgotten password, ends every sign-in and begins a session. Throws `not_found`, `invalid_input`. */
  setPassword(reset: { key: string; password: string }, browser: Browser): Promise<BegunSession>
}

/** An event sent to a webhook by another service. */
export interface SignedEvent {
  body: Uint8Array
  /** Signature that the service sent with it. */
  signature: string | undefined
}

/** The team chat of this instance, as those see it who let clients in. */
export interface ChatService {
  /** Base address under which clients reach this server. */
  readonly url: string
  fileAccess: FileAccess
  sessions: Sessions
  entry: AccountEntry
  /** Sets the address that a mail link confirms. Throws `not_found`. */
  confirmEmail(token: string): Promise<void>
  /** Sends no more digests to whoever has a link for that. Throws `not_found` for a link that is none. */
  stopDigests(token: string): Promise<void>
  /** Throws `unauthorized` where the webhook of a bot has a secret that an event is not signed with. */
  requireSignature(botId: number, event: SignedEvent): Promise<void>
  /** The account behind credentials. Throws `unauthorized`. */
  signIn(credentials: SignIn, client: string): Promise<LocalAccount>
  /**
   * Tells what is open of the end of its right, within a second and with the error of the next request, until the returned
   * function is called.
   */
  holdRight(right: Right, end: (error: OperationError) => void): () => void
  /** Why a right has ended, as the next request is told; undefined while it holds. */
  findRightEnd(right: Right): Promise<OperationError | undefined>
  /** The account of somebody whom an identity provider of the operator knows, made where they may join. Throws `forbidden`. */
  admitIdentity(identity: Identity): Promise<LocalAccount['user']>
}
