import { type McpHttpHandler, type ServerEventBus } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Account } from '../contract/chat.ts'
import type { Services } from '../contract/operation.ts'
import type { FairSet, Owner, Refusal } from './fair-set.ts'
import { NoticeStream } from './notice-stream.ts'
import { refuseExcess, Subscriptions } from './subscriptions.ts'

/** A `subscriptions/listen` request, as far as it is used here. */
const listenRequest = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.literal('subscriptions/listen'),
  params: z.object({
    notifications: z.object({ resourceSubscriptions: z.array(z.string()).default([]) }),
    _meta: z
      .looseObject({
        'io.modelcontextprotocol/clientInfo': z.looseObject({ name: z.string() }).optional(),
      })
      .optional(),
  }),
})

/** What a client wants to be notified of. */
export interface Listen {
  id: string | number
  uris: string[]
  program: string | undefined
}

/** Reads a message; undefined for any but a request to listen. */
export function readListen(message: unknown): Listen | undefined {
  const { success, data } = listenRequest.safeParse(message)
  if (!success) return undefined
  const { notifications, _meta } = data.params
  return {
    id: data.id,
    uris: notifications.resourceSubscriptions,
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
    account: () => Promise<Account | undefined>,
    open: (handler: McpHttpHandler) => Promise<Response>,
  ): Promise<Response | Refusal> {
    refuseExcess(listen.uris)
    const stream = new NoticeStream()
    const subscriptions = new Subscriptions(this.#services.watchChat, (uri) => stream.tell(uri))
    const handler = this.#handlerOn(stream)
    const close = () => {
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
      for (const uri of listen.uris) await subscriptions.add(listen.id, uri, account)
      const response = await open(handler)
      if (!stream.isOpen) close()
      return stream.counted(response)
    } catch (thrown) {
      close()
      throw thrown
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map(async (handler) => handler.close()))
  }
}
