import type { CallCourse } from '../contract/call-course.ts'
import { MINUTE_MS } from '../lib/durations.ts'
import type { Store } from '../store/port.ts'
import type { LoggedCall } from './call-rows.ts'

/** Calls whose caller has no account yet, and callers whose account is known, that a process remembers. */
const UNCLAIMED_MAX_COUNT = 200
const KNOWN_MAX_COUNT = 2_000

/** How long an errand counts as part of the conversation that its agent took part in last, in milliseconds. */
const CONVERSATION_MAX_MS = 30 * MINUTE_MS

/** Adds an entry as the newest one; the oldest goes where there are too many. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > KNOWN_MAX_COUNT && oldest !== undefined) map.delete(oldest)
}

/** Accounts of callers as their calls make them known, and calls that wait for one. */
export class CallClaims {
  readonly #accounts = new Map<string, number>()
  #waiting: LoggedCall[] = []

  /** Calls without an account, the oldest first. */
  get waiting(): readonly LoggedCall[] {
    return this.#waiting
  }

  /** Learns the account of a caller from a call, or tells it to one. Returns the calls that waited for it, with that account. */
  claim(course: CallCourse): LoggedCall[] {
    const { caller, account } = course
    if (caller === undefined) return []
    const known = this.#accounts.get(caller)
    if (account === undefined) {
      if (known !== undefined) course.account = known
      return []
    }
    if (known === account) return []
    remember(this.#accounts, caller, account)
    const own = this.#waiting.filter((call) => call.caller === caller)
    this.#waiting = this.#waiting.filter((call) => call.caller !== caller)
    return own.map((call) => ({ ...call, account }))
  }

  /** Keeps a call until its caller has an account. Returns those that waited for longest, where there are too many. */
  wait(call: LoggedCall): LoggedCall[] {
    this.#waiting.push(call)
    return this.#waiting.splice(0, this.#waiting.length - UNCLAIMED_MAX_COUNT)
  }

  /** Lets all calls go that wait. */
  giveUp(): LoggedCall[] {
    return this.#waiting.splice(0)
  }
}

/** The conversations that agents took part in last: errands count as part of them for a time. */
export class AgentPlaces {
  readonly #store: () => Promise<Store>
  readonly #known = new Map<string, { message: number; atMs: number }>()

  constructor(store: () => Promise<Store>) {
    this.#store = store
  }

  /** Notes the conversation of a call that ends, or tells it to an errand. */
  note(course: CallCourse): void {
    const { account, message, startedMs } = course
    if (account === undefined) return
    if (message !== undefined) {
      remember(this.#known, agentOf(course), { message, atMs: startedMs })
    } else if (isErrand(course)) {
      const known = this.#known.get(agentOf(course))
      if (known && isLately(known.atMs, startedMs)) course.message = known.message
    }
  }

  /** Id of a message of the conversation that a call is part of; undefined where its agent took part in none lately. */
  async find(course: CallCourse): Promise<number | undefined> {
    const { account, message, programId, startedMs } = course
    if (message !== undefined || account === undefined) return message
    const known = this.#known.get(agentOf(course))
    if (known && isLately(known.atMs, startedMs)) return known.message
    // Another process may have served its calls.
    const { db } = await this.#store()
    const row = await db
      .selectFrom('logged_call')
      .select('message_id')
      .where('account_id', '=', account)
      .where('program_id', programId === undefined ? 'is' : '=', programId ?? null)
      .where('uses_chat', '=', 1)
      .where('message_id', 'is not', null)
      .where('started_ms', '>=', startedMs - CONVERSATION_MAX_MS)
      .where('started_ms', '<=', startedMs)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.message_id ?? undefined
  }
}

/** Whether a call is none of the chat, but may have been made for a conversation. */
export function isErrand({ usesChat, isAgent, message }: CallCourse): boolean {
  return !usesChat && isAgent === true && message === undefined
}

function isLately(atMs: number, startedMs: number): boolean {
  return atMs <= startedMs && atMs >= startedMs - CONVERSATION_MAX_MS
}

/** Equal for calls of one agent: an account, and the program that acts in its name. */
function agentOf({ account, programId = '' }: CallCourse): string {
  return `${account} ${programId}`
}
