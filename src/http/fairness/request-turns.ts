import { FairQueue } from '../../lib/fair-queue.ts'
import { RecentUse } from '../../lib/recent-use.ts'
import {
  REFUSALS_FREE_COUNT,
  REFUSED_REQUEST_DELAY_MAX_MS,
  REQUESTS_HELD_MAX_COUNT,
  REQUESTS_TURN_MAX_MS,
} from '../limits.ts'

/** Time after which a request, or a refusal, counts half. */
const HALF_LIFE_MS = 5_000
/** What each refusal adds to the delay of the next request. */
const DELAY_PER_REFUSAL_MS = 20
/** Characters of a credential that are kept to tell it from others. */
const CREDENTIAL_MAX_CHARS = 64
/** No address has it. */
const SEPARATOR = ' '
/** Counts more than all requests of one credential. */
const ADDRESS_WEIGHT = 1e9

/** Whose turn a request takes. */
export interface Requester {
  address: string
  /** What they show to be known; anything, since it is not looked at yet. */
  credential: string
}

/** A requester as one word. */
function nameRequester({ address, credential }: Requester): string {
  return `${address}${SEPARATOR}${credential.slice(-CREDENTIAL_MAX_CHARS)}`
}

/**
 * Lets requests begin in turns of the event loop that stay short. While there is time a request begins at once; the others wait,
 * and the next one is of the address that has sent fewest lately, and among those of one address of the credential
 * that has: many quick requests of one caller hold up no other's.
 *
 * Before that, requests of callers wait who were refused again and again lately, and nothing of them is read: whoever comes back at
 * once takes the time that others need. Who heeds `Retry-After` never waits so.
 */
export class RequestTurns {
  readonly #addresses = new RecentUse(HALF_LIFE_MS)
  readonly #requesters = new RecentUse(HALF_LIFE_MS)
  readonly #refusals = new RecentUse(HALF_LIFE_MS)
  readonly #now: () => number
  readonly #queue: FairQueue<() => void>
  /** When the current turn of the event loop began, as far as requests go; undefined while none came. */
  #beganMs: number | undefined
  /** Requests that wait because their callers were refused. */
  #heldCount = 0

  constructor(now = () => performance.now()) {
    this.#now = now
    const loadOf = (owner: string): number => {
      const [address = ''] = owner.split(SEPARATOR, 1)
      const ofAddress = Math.round(this.#addresses.of(address, this.#now()))
      return ofAddress * ADDRESS_WEIGHT + this.#requesters.of(owner, this.#now())
    }
    this.#queue = new FairQueue(loadOf)
  }

  /** Counts a refusal of a caller. */
  noteRefusal(requester: Requester): void {
    this.#refusals.add(nameRequester(requester), 1, this.#now())
  }

  /** Begins a request, now or when its turn comes; that of a caller who was refused too often after a while. */
  add(requester: Requester, begin: () => void): void {
    const owner = nameRequester(requester)
    const over = Math.floor(this.#refusals.of(owner, this.#now())) - REFUSALS_FREE_COUNT
    if (over <= 0 || this.#heldCount >= REQUESTS_HELD_MAX_COUNT) {
      this.#queueUp(requester.address, owner, begin)
      return
    }
    this.#heldCount += 1
    const delayMs = Math.min(REFUSED_REQUEST_DELAY_MAX_MS, over * DELAY_PER_REFUSAL_MS)
    setTimeout(() => {
      this.#heldCount -= 1
      this.#queueUp(requester.address, owner, begin)
    }, delayMs)
  }

  #queueUp(address: string, owner: string, begin: () => void): void {
    const nowMs = this.#now()
    this.#addresses.add(address, 1, nowMs)
    this.#requesters.add(owner, 1, nowMs)
    if (this.#beganMs === undefined) this.#beginTurn()
    if (this.#hasTime()) begin()
    else this.#queue.push(owner, begin)
  }

  #beginTurn(): void {
    this.#beganMs = this.#now()
    setImmediate(() => {
      this.#beganMs = undefined
      if (this.#queue.size === 0) return
      this.#beginTurn()
      this.#beginNext()
    })
  }

  /** Begins one, and then another, when all is done that the first could do without waiting. */
  #beginNext(): void {
    const begin = this.#hasTime() ? this.#queue.take() : undefined
    if (!begin) return
    queueMicrotask(() => process.nextTick(() => this.#beginNext()))
    begin()
  }

  #hasTime(): boolean {
    return this.#beganMs !== undefined && this.#now() - this.#beganMs < REQUESTS_TURN_MAX_MS
  }
}
