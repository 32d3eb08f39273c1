import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import { UNREAD_NOTICES_MAX_COUNT } from '../limits.ts'

/** Notices queued for one stream: those that a slow reader has not taken wait, each address once. */
export class NoticeStream implements ServerEventBus {
  /** Called once the stream has ended, however it ended. */
  onEnd: () => void = () => {}
  #listener: ((event: ServerEvent) => void) | undefined
  #unread = 0
  readonly #waiting = new Map<string, Record<string, unknown> | undefined>()

  get isOpen(): boolean {
    return this.#listener !== undefined
  }

  publish(event: ServerEvent): void {
    this.#listener?.(event)
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#listener = listener
    this.#flush()
    return () => {
      this.#listener = undefined
      this.onEnd()
    }
  }

  /** Notifies of a change at an address; of the fields given besides, the last ones count. */
  notify(uri: string, besides?: Record<string, unknown>): void {
    this.#waiting.set(uri, besides)
    this.#flush()
  }

  /** A response that counts what its reader has taken. */
  counted(response: Response): Response {
    if (!response.body) return response
    const taken = () => {
      this.#unread = Math.max(0, this.#unread - 1)
      this.#flush()
    }
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk)
        taken()
      },
    })
    return new Response(response.body.pipeThrough(count), response)
  }

  #flush(): void {
    if (!this.#listener) return
    for (const [uri, params] of this.#waiting) {
      if (this.#unread >= UNREAD_NOTICES_MAX_COUNT) return
      this.#waiting.delete(uri)
      this.#unread += 1
      this.publish({ kind: 'resource_updated', uri, ...(params ? { params } : {}) })
    }
  }
}
