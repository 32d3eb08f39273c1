import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Account, WatchChat } from '../../contract/chat.ts'
import { OperationError, toOperationError } from '../../contract/errors.ts'
import {
  LIFELESS_URIS_MAX_CHARS,
  SUBSCRIPTION_URI_MAX_CHARS,
  SUBSCRIPTIONS_MAX_COUNT,
} from '../limits.ts'

/** Prefix of chat addresses, the only ones that change. */
const CHAT_SCHEME = 'chat://'

/** Whether an address can ever change. */
export function isLive(uri: string): boolean {
  return uri.startsWith(CHAT_SCHEME)
}

/** What one client listens to: each address once, however many of its requests name it. */
export class Subscriptions {
  readonly #watch: WatchChat
  readonly #notify: (uri: string) => void
  readonly #entries = new Map<string, { holders: Set<unknown>; stop: Promise<() => void> }>()

  constructor(watch: WatchChat, notify: (uri: string) => void) {
    this.#watch = watch
    this.#notify = notify
  }

  get count(): number {
    return this.#entries.size
  }

  /** Begins to listen for a holder. Throws a ProtocolError for an address that the account may not read. */
  async add(
    holder: unknown,
    uri: string,
    account: () => Promise<Account | undefined>,
  ): Promise<void> {
    requireFewEnough([...this.#entries.keys(), uri])
    const entry = this.#entries.get(uri) ?? { holders: new Set(), stop: this.#begin(uri, account) }
    this.#entries.set(uri, entry)
    entry.holders.add(holder)
    try {
      await entry.stop
    } catch (thrown) {
      this.remove(holder, uri)
      throw subscriptionRefused(thrown)
    }
  }

  /** Stops listening for a holder. */
  remove(holder: unknown, uri: string): void {
    const entry = this.#entries.get(uri)
    if (!entry?.holders.delete(holder) || entry.holders.size > 0) return
    this.#entries.delete(uri)
    entry.stop.then(
      (stop) => stop(),
      () => {},
    )
  }

  /** Stops listening for a holder to everything. */
  drop(holder: unknown): void {
    for (const uri of this.#entries.keys()) this.remove(holder, uri)
  }

  /** Stops listening to everything. */
  close(): void {
    for (const [uri, { holders }] of this.#entries) {
      for (const holder of holders) this.remove(holder, uri)
    }
  }

  async #begin(uri: string, account: () => Promise<Account | undefined>): Promise<() => void> {
    if (!isLive(uri)) return () => {}
    const actor = await account()
    if (!actor) throw new OperationError('unauthorized', 'This needs a chat account.')
    return this.#watch(actor, uri, () => this.#notify(uri))
  }
}

/** Throws a ProtocolError for more or longer addresses than one client may subscribe to. */
export function requireFewEnough(uris: readonly string[]): void {
  if (new Set(uris).size > SUBSCRIPTIONS_MAX_COUNT) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Too many subscriptions.')
  }
  const lifeless = [...new Set(uris)].filter((uri) => !isLive(uri)).join('')
  if (lifeless.length > LIFELESS_URIS_MAX_CHARS) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Too many subscriptions.')
  }
  if (uris.some((uri) => uri.length > SUBSCRIPTION_URI_MAX_CHARS)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The address is too long.')
  }
}

function subscriptionRefused(thrown: unknown): Error {
  if (thrown instanceof ProtocolError) return thrown
  const { code, message, hint } = toOperationError(thrown)
  return new ProtocolError(
    code === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
    [`${code}: ${message}`, hint].filter(Boolean).join(' '),
  )
}
