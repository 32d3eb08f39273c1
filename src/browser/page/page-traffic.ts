import type { CdpFields } from '../cdp.ts'
import { PAGE_NAVIGATIONS_MAX_COUNT, PAGE_REQUESTS_MAX_COUNT } from '../limits.ts'
import type { Stops } from './stops.ts'

/** Requests that may stay open for as long as a page: nothing waits for their end. */
const LASTING = new Set(['EventSource', 'WebSocket', 'Ping', 'Media'])

/** Requests that have nothing to do with scripts. */
const UNSCRIPTED = new Set([
  'Document',
  'Stylesheet',
  'Image',
  'Font',
  'Media',
  'Manifest',
  'Other',
])

/** Milliseconds after which nothing waits for a request any more, unless most of a page is still to come. */
const AWAITED_MAX_MS = 4_000

/** Milliseconds after which a request is one that takes longer than a moment. */
const MOMENT_MS = 300

/** Types of documents that are pages. */
const PAGE_TYPES = /^(?:text\/html|application\/xhtml\+xml)$/i

/** Types of documents that a browser shows in place of a page. */
const SHOWN_TYPES =
  /^(?:text\/|image\/|video\/|audio\/|application\/(?:pdf|json|xml|xhtml|javascript|[\w.-]+\+(?:xml|json)))/i

/** What goes between a page and its servers, as the browser tells of it. */
export class PageTraffic {
  readonly #mainFrame: string
  readonly #stops: Stops
  readonly #countRequest: () => void
  readonly #countNavigation: () => void
  readonly #awaited = new Map<string, number>()
  readonly #silentStreams = new Set<string>()
  #lastMs = performance.now()
  /** Whether a script was loaded, or asked for something. */
  hasScripts = false
  /** HTTP status of the page; undefined until it has answered. */
  status: number | undefined
  /** What the page is, where it is none to render. */
  otherType: string | undefined
  /** Address of a file that the page began to load. */
  download: string | undefined

  constructor(mainFrame: string, stops: Stops, requestsMaxCount = PAGE_REQUESTS_MAX_COUNT) {
    this.#mainFrame = mainFrame
    this.#stops = stops
    this.#countRequest = stops.counter('requests', requestsMaxCount)
    this.#countNavigation = stops.counter('redirects', PAGE_NAVIGATIONS_MAX_COUNT)
  }

  /** Milliseconds since anything was asked or answered; none while an answer is awaited. */
  quietMs(nowMs: number): number {
    return this.#isWaiting(nowMs, 0) ? 0 : nowMs - this.#lastMs
  }

  /** Whether an answer is awaited for longer than a moment. */
  isAwaiting(nowMs: number): boolean {
    return this.#isWaiting(nowMs, MOMENT_MS)
  }

  /** Whether a request has not been answered, for however long. */
  get isAsking(): boolean {
    return this.#awaited.size > 0
  }

  /** Whether a socket or a stream of events is open that has not yet brought anything. */
  get isListening(): boolean {
    return this.#silentStreams.size > 0
  }

  #isWaiting(nowMs: number, minMs: number): boolean {
    return [...this.#awaited.values()].some((sinceMs) => {
      const ageMs = nowMs - sinceMs
      return ageMs >= minMs && ageMs <= AWAITED_MAX_MS
    })
  }

  requested({ requestId, type, frameId, request }: CdpFields): void {
    this.#countRequest()
    this.#lastMs = performance.now()
    if (type === 'Document' && frameId === this.#mainFrame) this.#countNavigation()
    if (!UNSCRIPTED.has(String(type))) this.hasScripts = true
    const isLocal = String(request?.['url']).startsWith('data:')
    if (type === 'EventSource') this.#silentStreams.add(String(requestId))
    if (!LASTING.has(String(type)) && !isLocal) this.#awaited.set(String(requestId), this.#lastMs)
  }

  /** A socket was opened. */
  opened({ requestId }: CdpFields): void {
    this.hasScripts = true
    this.#silentStreams.add(String(requestId))
  }

  /** A socket or a stream of events brought something, or ended. */
  spoke({ requestId }: CdpFields): void {
    if (this.#silentStreams.delete(String(requestId))) this.#lastMs = performance.now()
  }

  answered({ requestId, type, frameId, response }: CdpFields): void {
    if (type !== 'Document' || frameId !== this.#mainFrame) return
    const mime = String(response?.['mimeType'])
    if (this.status !== undefined && isDownload(mime, response?.['headers'])) {
      this.download = String(response?.['url'])
      this.ended({ requestId })
      return
    }
    this.status = Number(response?.['status'])
    if (PAGE_TYPES.test(mime)) return
    this.otherType = mime
    this.#stops.stop('type')
  }

  ended({ requestId }: CdpFields): void {
    this.spoke({ requestId })
    if (this.#awaited.delete(String(requestId))) this.#lastMs = performance.now()
  }

  /** Begins a new time of quiet. */
  stir(): void {
    this.#lastMs = performance.now()
  }
}

/** Whether an answer is a file to keep, which leaves the page where it is: not what a browser shows by itself. */
function isDownload(mime: string, headers: unknown): boolean {
  const all = Object.entries((headers ?? {}) as CdpFields)
  const [, disposition] = all.find(([name]) => /^content-disposition$/i.test(name)) ?? []
  return /^\s*attachment/i.test(String(disposition)) || !SHOWN_TYPES.test(mime)
}
