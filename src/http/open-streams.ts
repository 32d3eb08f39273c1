/** Interval at which those who opened streams are looked at again. */
const STREAM_CHECK_INTERVAL_MS = 15_000

/** Who opened a stream, by what they have shown. */
export interface StreamOpener {
  /** The header that they sent. */
  shown: string
  /** Whether they would still be let in as the same caller. */
  isStill(): Promise<boolean>
}

interface Opened extends StreamOpener {
  ends: Set<() => void>
}

/** Ends event streams once a key, token or grant by which they were opened is gone: at the door, only new requests are seen. */
export class OpenStreams {
  readonly #opened = new Map<string, Opened>()
  readonly #intervalMs: number
  #isAwaited = false

  /** Another interval is for tests. */
  constructor(intervalMs = STREAM_CHECK_INTERVAL_MS) {
    this.#intervalMs = intervalMs
  }

  /** Passes a response on; a stream ends when its opener is not let in any more. */
  watch(response: Response, opener: StreamOpener | undefined): Response {
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!isStream || !opener || !response.body) return response
    const opened = this.#opened.get(opener.shown) ?? { ...opener, ends: new Set() }
    this.#opened.set(opener.shown, opened)
    let end = (): void => {}
    const forget = () => this.#forget(opened, end)
    const passing = new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        end = () => controller.terminate()
      },
      flush: forget,
      cancel: forget,
    })
    opened.ends.add(end)
    this.#await()
    return new Response(response.body.pipeThrough(passing), response)
  }

  #forget(opened: Opened, end: () => void): void {
    opened.ends.delete(end)
    if (opened.ends.size > 0 || this.#opened.get(opened.shown) !== opened) return
    this.#opened.delete(opened.shown)
  }

  /** Looks at each opener once, one after another. */
  async #look(): Promise<void> {
    for (const opened of this.#opened.values()) {
      if (await opened.isStill()) continue
      this.#opened.delete(opened.shown)
      for (const end of opened.ends) end()
    }
    this.#isAwaited = false
    this.#await()
  }

  /** Has the next look come, while there is anything to look at. */
  #await(): void {
    if (this.#isAwaited || this.#opened.size === 0) return
    this.#isAwaited = true
    setTimeout(() => void this.#look(), this.#intervalMs).unref()
  }
}
