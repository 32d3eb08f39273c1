/** What pdf.js listens with. */
type Listener = (event: { data: unknown }) => void

/** One end of a connection between two halves of pdf.js. */
interface Port {
  postMessage(message: unknown): void
  addEventListener(type: string, listener: Listener, options?: { signal?: AbortSignal }): void
  removeEventListener(type: string, listener: Listener): void
  terminate(): void
}

/**
 * Connects the two halves of pdf.js, both of which run in this process. Its own connection copies all that is drawn, character by
 * character; this one hands it over.
 */
export function connectedPorts(): [Port, Port] {
  const one = new Set<Listener>()
  const other = new Set<Listener>()
  return [portOf(one, other), portOf(other, one)]
}

function portOf(own: Set<Listener>, others: ReadonlySet<Listener>): Port {
  return {
    postMessage(message) {
      const event = { data: withOwnLists(message) }
      queueMicrotask(() => {
        for (const listener of others) listener(event)
      })
    },
    addEventListener(_type, listener, options) {
      own.add(listener)
      options?.signal?.addEventListener('abort', () => own.delete(listener), { once: true })
    },
    removeEventListener(_type, listener) {
      own.delete(listener)
    },
    terminate() {
      own.clear()
    },
  }
}

/** Copies the lists of a piece of a stream, which the sender empties and fills again. */
function withOwnLists(message: unknown): unknown {
  const { chunk } = message as { chunk?: Record<string, unknown> }
  if (!chunk || typeof chunk !== 'object') return message
  const entries = Object.entries(chunk).map(([key, value]): [string, unknown] => [
    key,
    Array.isArray(value) ? [...(value as unknown[])] : value,
  ])
  return { ...(message as object), chunk: Object.fromEntries(entries) }
}
