import {
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  type ServerEventBus,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Account } from '../contract/chat.ts'
import type { Services } from '../contract/operation.ts'
import { LISTENS_MAX_COUNT, LISTENS_PER_CALLER_MAX_COUNT } from './limits.ts'
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
  readonly #open = new Map<McpHttpHandler, string | undefined>()

  /** `handlerOn` makes the handler of one stream, which hears what is published on the bus. */
  constructor(
    services: Pick<Services, 'watchChat'>,
    handlerOn: (bus: ServerEventBus) => McpHttpHandler,
  ) {
    this.#services = services
    this.#handlerOn = handlerOn
  }

  get count(): number {
    return this.#open.size
  }

  /** Opens the stream of a request. Throws a ProtocolError for addresses that the caller may not read. */
  async serve(
    listen: Listen,
    caller: string | undefined,
    account: () => Promise<Account | undefined>,
    open: (handler: McpHttpHandler) => Promise<Response>,
  ): Promise<Response> {
    refuseExcess(listen.uris)
    this.#refuseCrowd(caller)
    const stream = new NoticeStream()
    const subscriptions = new Subscriptions(this.#services.watchChat, (uri) => stream.tell(uri))
    const handler = this.#handlerOn(stream)
    const close = () => {
      subscriptions.close()
      this.#open.delete(handler)
    }
    stream.onEnd = close
    this.#open.set(handler, caller)
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
    await Promise.all([...this.#open.keys()].map(async (handler) => handler.close()))
  }

  #refuseCrowd(caller: string | undefined): void {
    const own = [...this.#open.values()].filter((other) => other === caller).length
    if (this.#open.size >= LISTENS_MAX_COUNT || own >= LISTENS_PER_CALLER_MAX_COUNT) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Too many open subscriptions.')
    }
  }
}
