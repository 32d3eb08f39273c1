import type { HeldBody } from '../../contract/held-body.ts'
import type { Fetched, FetchOptions } from '../../contract/net.ts'
import type { Services } from '../../contract/operation.ts'
import { isDocument } from '../../documents/is-document.ts'
import { DOCUMENT_BODY_MAX_BYTES } from '../../documents/limits.ts'
import { contentKind, type ContentKind, type Sniffable } from '../../extract/content-kind.ts'
import { STATUS_MIN_BAD } from '../../extract/refusals.ts'
import { FEED_MAX_BYTES } from '../../feed/limits.ts'
import { documentTooLarge } from '../../net/guard/failures.ts'
import { HELD_HEAD_BYTES, HTML_BODY_MAX_BYTES } from '../../net/limits.ts'
import { PDF_BODY_MAX_BYTES } from '../../pdf/limits.ts'

/** The kind of what is at an address; `document` for what `document_to_markdown` reads, which may be text as well. */
export type ReadKind = ContentKind | 'document'

/** Ends the call of an operation that does not read documents of this kind, before it looks at the document. */
export class OtherKind extends Error {
  override readonly name = 'OtherKind'
  readonly kind: ReadKind

  constructor(kind: ReadKind) {
    super(`The document is of kind ${kind}.`)
    this.kind = kind
  }
}

/** Largest documents of kinds that are larger than pages. */
const MAX_BYTES: Partial<Record<ReadKind, number>> = {
  pdf: PDF_BODY_MAX_BYTES,
  feed: FEED_MAX_BYTES,
  document: DOCUMENT_BODY_MAX_BYTES,
}

type Load = (options: FetchOptions) => Promise<Fetched>

/** One address, fetched once, for several operations one after another; release it at the end. */
export class FetchOnce {
  readonly #address: string
  readonly #isRead: (kind: ReadKind) => boolean
  #fetched: Fetched | undefined
  readonly #held: HeldBody[] = []

  /** `isRead` says which kinds the first operation reads: for any other it ends with `OtherKind`. */
  constructor(address: string, isRead: (kind: ReadKind) => boolean) {
    this.#address = address
    this.#isRead = isRead
  }

  /** The document, once it is there. */
  get fetched(): Fetched | undefined {
    return this.#fetched
  }

  /** The kind of the document; undefined for the page of an error. */
  get kind(): ReadKind | undefined {
    const fetched = this.#fetched
    return fetched && fetched.status < STATUS_MIN_BAD ? kindOf(fetched) : undefined
  }

  /** Services that fetch the address once, whether it is on the web or a file of the chat. */
  share(services: Services): Services {
    const { fetch, files } = services
    return {
      ...services,
      fetch: async (url, options) => {
        const load: Load = async (more) => fetch(url, more)
        const isFirst = url === this.#address && options.from === undefined
        // Where a page leads at once is the document that was asked for.
        return isFirst || options.from ? this.#get(load, options, isFirst) : load(options)
      },
      files: {
        ...files,
        open: async (address, reader) => {
          const file = await files.open(address, reader)
          return { ...file, read: async (options) => this.#get(file.read, options, true) }
        },
      },
    }
  }

  /** Gives the room of large documents back. */
  release(): void {
    for (const body of this.#held) body.release()
  }

  async #get(load: Load, options: FetchOptions, isKept: boolean): Promise<Fetched> {
    const known = isKept ? this.#fetched : undefined
    if (known && (options.hold || !known.held)) return known
    const fetched = lending(await this.#load(load, options))
    this.#fetched = fetched
    const kind = kindOf(fetched)
    if (fetched.status < STATUS_MIN_BAD && !this.#isRead(kind)) throw new OtherKind(kind)
    return fetched
  }

  /** Fetches with room for the largest kind, and ends as soon as the document is too large for its own. */
  async #load(load: Load, { enough: _enough, ...options }: FetchOptions): Promise<Fetched> {
    const { maxBytes: requestedMaxBytes = HTML_BODY_MAX_BYTES } = options
    let head = Buffer.alloc(0)
    let received = 0
    const limit = (): number =>
      MAX_BYTES[kindOf({ url: this.#address, headers: {}, body: head })] ?? requestedMaxBytes
    const fetched = await load({
      ...options,
      hold: true,
      maxBytes: Math.max(requestedMaxBytes, PDF_BODY_MAX_BYTES),
      enough: (chunk) => {
        received += chunk.byteLength
        if (head.byteLength < HELD_HEAD_BYTES) {
          head = Buffer.concat([head, chunk.subarray(0, HELD_HEAD_BYTES - head.byteLength)])
        }
        return received > requestedMaxBytes && received > limit()
      },
    })
    if (fetched.held) this.#held.push(fetched.held)
    if (!fetched.complete) throw documentTooLarge(limit())
    return fetched
  }
}

/** Before the headers are known, by the bytes and the name alone. */
function kindOf(found: Sniffable): ReadKind {
  return isDocument(found) ? 'document' : contentKind(found)
}

/** A document whose body is not released by those who read it. */
function lending(fetched: Fetched): Fetched {
  const { held } = fetched
  if (!held) return fetched
  const { byteLength } = held
  return { ...fetched, held: { byteLength, pieces: () => held.pieces(), release() {} } }
}
