import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OperationError } from '../../contract/errors.ts'
import type { Right } from '../../contract/right.ts'
import { PlaceList } from '../../lib/place-list.ts'
import { getCachedReader } from '../kernel/directory-cache.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { RIGHTS_LOOK_INTERVAL_MS } from '../limits.ts'
import { findUsersById } from './find-users.ts'
import { findEnd } from './rights.ts'

/** Rights that are looked at in one turn of the event loop. */
const TURN_MAX_COUNT = 200

interface Held {
  right: Right
  end: (error: OperationError) => void
  /** The cached reader with which the right was last found to hold. */
  heldAt?: Reader
}

/**
 * The rights on which something stands that is open in this process. Whoever delivers looks at a right with what it delivers
 * (`requireHeld`); here is looked, now and then, what is open without delivering anything. While nothing has changed among the
 * accounts, in whatever process, that asks the database for one number.
 */
export class HeldRights {
  readonly #chat: Chat
  readonly #intervalMs: number
  readonly #held = new PlaceList<Held>()
  #isAwaited = false

  constructor(chat: Chat, intervalMs = RIGHTS_LOOK_INTERVAL_MS) {
    this.#chat = chat
    this.#intervalMs = intervalMs
  }

  /** Ends what is open once its right has ended, until the returned function is called (`ChatService.holdRight`). */
  hold(right: Right, end: Held['end']): () => void {
    let release: (() => void) | undefined
    const letGo = (): void => {
      release?.()
      release = undefined
    }
    release = this.#held.add({
      right,
      end(error) {
        if (!release) return
        letGo()
        end(error)
      },
    })
    this.#await()
    return letGo
  }

  /** Has the next look come, while there is anything to look at. */
  #await(): void {
    if (this.#isAwaited || this.#held.size === 0 || this.#chat.closing.aborted) return
    this.#isAwaited = true
    setTimeout(() => void this.#look(), this.#intervalMs).unref()
  }

  async #look(): Promise<void> {
    try {
      if (!this.#chat.closing.aborted) await this.#lookAtAll()
    } catch (err) {
      // A store that is away says nothing.
      this.#chat.log.info({ err }, 'the rights to what is open could not be looked at')
    }
    this.#isAwaited = false
    this.#await()
  }

  async #lookAtAll(): Promise<void> {
    const db = await getCachedReader(this.#chat)
    const nowMs = this.#chat.now().getTime()
    const due = [...this.#held].filter(
      ({ right: { endsAtMs = Infinity }, heldAt }) => heldAt !== db || endsAtMs <= nowMs,
    )
    for (let start = 0; start < due.length; start += TURN_MAX_COUNT) {
      const part = due.slice(start, start + TURN_MAX_COUNT)
      await findUsersById(
        db,
        part.map(({ right }) => right.user.id),
      )
      await Promise.all(part.map(async (held) => lookAt(held, db, nowMs)))
      await nextTurn()
    }
  }
}

async function lookAt(held: Held, db: Reader, nowMs: number): Promise<void> {
  const error = await findEnd(db, held.right, nowMs)
  if (error) held.end(error)
  else held.heldAt = db
}
