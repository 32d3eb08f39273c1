import { type McpHttpHandler, type ServerEventBus } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Account } from '../../contract/chat.ts'
import type { Services } from '../../contract/operation.ts'
import { isRecord } from '../../lib/is-record.ts'
import { findCanAsk } from '../calls/client-capabilities.ts'
import type { FairSet, Owner, Refusal } from '../fair-set.ts'
import type { Following, FollowTasks } from '../tasks/follow-tasks.ts'
import { taskAddress, withTasksInEvents } from '../tasks/task-notices.ts'
import { declaresTasks } from '../tasks/wire.ts'
import { NoticeStream } from './notice-stream.ts'
import { requireFewEnough, Subscriptions } from './subscriptions.ts'

const LISTEN = 'subscriptions/listen'

/** A `subscriptions/listen` request, as far as it is used here. */
const listenRequest = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.literal(LISTEN),
  params: z.object({
    notifications: z.object({
      resourceSubscriptions: z.array(z.string()).default([]),
      taskIds: z.array(z.string()).default([]),
    }),
    _meta: z
      .looseObject({
        'io.modelcontextprotocol/clientInfo': z.looseObject({ name: z.string() }).optional(),
        'io.modelcontextprotocol/clientCapabilities': z
          .looseObject({
            extensions: z.looseObject({}).optional(),
            elicitation: z.looseObject({}).optional(),
          })
          .optional(),
      })
      .optional(),
  }),
})

/** What a client wants to be notified of. */
export interface Listen {
  id: string | number
  uris: string[]
  /** Tasks, as the extension of that name has it. */
  taskIds: string[]
  /** Whether the client declares it. */
  hasTasks: boolean
  /** Whether its user can be asked. */
  canAsk: boolean
  program: string | undefined
}

/** Reads a message; undefined for any but a request to listen. Every message comes by here, so most are told by their method. */
export function readListen(message: unknown): Listen | undefined {
  if (!isRecord(message) || message['method'] !== LISTEN) return undefined
  const { success, data } = listenRequest.safeParse(message)
  if (!success) return undefined
  const { notifications, _meta } = data.params
  return {
    id: data.id,
    uris: notifications.resourceSubscriptions,
    taskIds: [...new Set(notifications.taskIds)],
    hasTasks: declaresTasks(_meta),
    canAsk: findCanAsk(_meta) ?? false,
    program: _meta?.['io.modelcontextprotocol/clientInfo']?.name,
  }
}

/** Serves `subscriptions/listen` over HTTP: each stream gets notices of what its caller may read. */
export class ListenStreams {
  readonly #services: Pick<Services, 'watchChat'>
  readonly #handlerOn: (bus: ServerEventBus) => McpHttpHandler
  readonly #streams: FairSet
  readonly #open = new Set<McpHttpHandler>()

  /** `handlerOn` makes the handler of one stream, which hears what is published on the bus; `streams` counts it with others. */
  constructor(
    services: Pick<Services, 'watchChat'>,
    streams: FairSet,
    handlerOn: (bus: ServerEventBus) => McpHttpHandler,
  ) {
    this.#services = services
    this.#streams = streams
    this.#handlerOn = handlerOn
  }

  get count(): number {
    return this.#open.size
  }

  /**
   * Opens the stream of a request; returns why when there is no room. Throws a ProtocolError for addresses that the caller may
   * not read.
   */
  async serve(
    listen: Listen,
    owner: Owner,
    parties: {
      account(): Promise<Account | undefined>
      follow: FollowTasks
    },
    open: (handler: McpHttpHandler, taskIds: readonly string[]) => Promise<Response>,
  ): Promise<Response | Refusal> {
    requireFewEnough([...listen.uris, ...listen.taskIds])
    const stream = new NoticeStream()
    const subscriptions = new Subscriptions(this.#services.watchChat, (uri) => stream.notify(uri))
    const handler = this.#handlerOn(stream)
    let following: Following | undefined
    const close = () => {
      following?.stop()
      subscriptions.close()
      this.#open.delete(handler)
      this.#streams.delete(counted)
    }
    const counted = {
      owner,
      usedAt: Date.now(),
      isIdle: false,
      close: () => void handler.close(),
    }
    const refusal = this.#streams.add(counted)
    if (refusal) return refusal
    stream.onEnd = close
    this.#open.add(handler)
    try {
      for (const uri of listen.uris) await subscriptions.add(listen.id, uri, parties.account)
      following = await parties.follow(listen, (task) => {
        stream.notify(taskAddress(task.taskId), { task })
      })
      const { accepted } = following
      const response = await open(handler, accepted)
      if (!stream.isOpen) close()
      return stream.counted(accepted.length > 0 ? withTasksInEvents(response) : response)
    } catch (thrown) {
      close()
      throw thrown
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map(async (handler) => handler.close()))
  }
}
