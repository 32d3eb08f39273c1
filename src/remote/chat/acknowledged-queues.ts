import { z } from 'zod'
import { OperationError, toOperationError } from '../../contract/errors.ts'
import type { GetJson } from './directory.ts'
import { readAs } from './failures.ts'
import { QUEUES_KEPT_MAX_COUNT } from './limits.ts'

/** The place before the first event of a queue. */
const NO_EVENT = -1

const held = z.object({ events: z.array(z.looseObject({ id: z.int() })) })

/**
 * Acknowledged event ids of the queues of this process's agents, from their calls: the server does not report them, and refuses
 * to go back.
 */
export class AcknowledgedQueues {
  readonly #acknowledged = new Map<string, number>()

  /** Records a successful call. */
  note(
    operation: string,
    input: Readonly<Record<string, unknown>>,
    answer: Readonly<Record<string, unknown>>,
  ): void {
    if (operation === 'register_queue') this.#keep(answer['queue_id'], answer['last_event_id'])
    if (operation === 'get_events') this.#keep(input['queue_id'], input['last_event_id'])
    if (operation === 'delete_queue') this.#acknowledged.delete(String(input['queue_id']))
  }

  /** Id of the last event that was acknowledged; -1 for none, or where nobody knows. */
  acknowledged(queueId: string): number {
    return this.#acknowledged.get(queueId) ?? NO_EVENT
  }

  /**
   * Id of the newest event that a queue holds; undefined where the server does not say. Takes nothing out of
   * it. Throws `not_found` for a queue that is gone, or not the account's.
   */
  async newestIn(getJson: GetJson, queueId: string): Promise<number | undefined> {
    const after = this.acknowledged(queueId)
    const fields = { queue_id: queueId, last_event_id: String(after), dont_block: 'true' }
    try {
      const { events } = readAs(held, await getJson('/events', fields))
      return events.reduce((newest, { id }) => Math.max(newest, id), after)
    } catch (thrown) {
      const failure = toOperationError(thrown)
      if (failure.specCode === 'BAD_EVENT_QUEUE_ID') {
        throw new OperationError('not_found', 'The chat server has no such event queue for you.')
      }
      // Any other error still proves that the queue exists.
      if (failure.code === 'invalid_input') return undefined
      throw failure
    }
  }

  #keep(queueId: unknown, eventId: unknown): void {
    if (typeof queueId !== 'string' || typeof eventId !== 'number') return
    this.#acknowledged.delete(queueId)
    this.#acknowledged.set(queueId, eventId)
    if (this.#acknowledged.size <= QUEUES_KEPT_MAX_COUNT) return
    const [oldest = ''] = this.#acknowledged.keys()
    this.#acknowledged.delete(oldest)
  }
}
