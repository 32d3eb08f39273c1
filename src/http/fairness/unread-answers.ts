import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { PlaceList } from '../../lib/place-list.ts'
import { ANSWER_STALLED_MAX_MS } from '../limits.ts'

/** Interval of looks at what clients have left. */
const LOOK_INTERVAL_MS = 250

/** Bytes of an answer that any client leaves for a moment. */
const IGNORED_MAX_BYTES = 64 * 1024

/** Looks in a row that find more of an answer left: until then its client may be about to take it. */
const SLOW_LOOKS_COUNT = 4

/** Share of one owner. */
const OWNER_SHARE = 0.25

/** Whose an answer is, where that is known. */
const OWNER = Symbol('owner')

/** An answer that may say whose it is. */
interface Owned {
  [OWNER]?: string
}

/** Says of an answer, by Node's response, whose it is; until then it is its address's. */
export function chargeAnswer(answer: object | undefined, owner: string): void {
  if (answer) Object.assign(answer, { [OWNER]: owner })
}

/** Where an answer goes. */
interface Origin {
  socket: Socket
  address: string
}

/** An answer that is not sent yet. */
interface Watched extends Origin {
  answer: ServerResponse & Owned
  /** Looks in a row that found much of it left. */
  looks: number
}

/** What one owner has left of its answers. */
interface Left {
  bytes: number
  /** The oldest first. */
  answers: { answer: ServerResponse; bytes: number }[]
}

/**
 * Bounds what of answers is in memory because clients do not take it: of each owner a quarter, of all together the whole. Over
 * that, an owner's newest answers are cut off, but never its only one; and any answer of which nothing is taken for
 * `ANSWER_STALLED_MAX_MS`.
 */
export class UnreadAnswers {
  readonly #maxBytes: number
  readonly #stalledMaxMs: number
  readonly #open = new PlaceList<Watched>()
  #looking: NodeJS.Timeout | undefined

  constructor(maxBytes: number, stalledMaxMs = ANSWER_STALLED_MAX_MS) {
    this.#maxBytes = maxBytes
    this.#stalledMaxMs = stalledMaxMs
  }

  /** Cuts off what stalls. Node's own timer knows whether a part of a large answer was taken. */
  guard(server: Server): void {
    server.setTimeout(this.#stalledMaxMs, (socket: Socket) => {
      // Idle connections are closed too, which Node does itself where nobody listens.
      const isBusy = [...this.#open].some((origin) => origin.socket === socket)
      if (socket.writableLength > 0 || !isBusy) socket.destroy()
    })
  }

  /** Counts an answer until it is sent. */
  watch(answer: ServerResponse, origin: Origin): void {
    answer.once('close', this.#open.add({ answer, ...origin, looks: 0 }))
    this.#looking ??= setInterval(() => this.#look(), LOOK_INTERVAL_MS).unref()
  }

  #look(): void {
    if (this.#open.size === 0) {
      clearInterval(this.#looking)
      this.#looking = undefined
      return
    }
    const all = this.#weigh()
    for (const left of all) cutTo(left, this.#maxBytes * OWNER_SHARE)
    let over = all.reduce((sum, { bytes }) => sum + bytes, -this.#maxBytes)
    for (const left of all.toSorted((a, b) => b.bytes - a.bytes)) {
      if (over <= 0) return
      const before = left.bytes
      cutTo(left, Math.max(0, before - over))
      over -= before - left.bytes
    }
  }

  #weigh(): Left[] {
    const byOwner = new Map<string, Left>()
    for (const watched of this.#open) {
      const { answer } = watched
      const bytes = answer.writableLength
      watched.looks = bytes > IGNORED_MAX_BYTES ? watched.looks + 1 : 0
      if (watched.looks < SLOW_LOOKS_COUNT) continue
      const owner = answer[OWNER] ?? `address ${watched.address}`
      const left = byOwner.get(owner) ?? { bytes: 0, answers: [] }
      byOwner.set(owner, left)
      left.bytes += bytes
      left.answers.push({ answer, bytes })
    }
    return [...byOwner.values()]
  }
}

/** Cuts off the newest answers of an owner until the rest is no more than so much, or one. */
function cutTo(left: Left, maxBytes: number): void {
  while (left.bytes > maxBytes && left.answers.length > 1) {
    const newest = left.answers.pop()
    newest?.answer.destroy()
    left.bytes -= newest?.bytes ?? 0
  }
}
