/** How to fetch one address that came from input or from content. */
export interface FetchOptions {
  signal: AbortSignal
  /** Value of the Accept header. */
  accept?: string
  /** Cap on the body after content-decoding; more is a `too_large` error. Default `HTML_BODY_MAX_BYTES`. */
  maxBytes?: number
  /**
   * Sees each decoded chunk; answering true ends the download there, with `complete: false`.
   * For readers that need only the beginning of a document.
   */
  enough?(chunk: Uint8Array): boolean
  /** Told how many decoded bytes have arrived, and the announced total where there is one. */
  progress?(received: number, total: number | undefined): void
}

/** A fetched document. The bytes are hostile: parse them in the sandbox only. */
export interface Fetched {
  /** Address of the last hop. */
  url: string
  status: number
  /** Lower-case header names; a repeated header is joined by `, `. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** False when `enough` ended the download early. */
  complete: boolean
}

/**
 * Fetches a public address. Every hop, name and dialled address is checked; any refusal is the same
 * `url_not_allowed`. Throws `unavailable` over `FETCHES_MAX_COUNT` at once. Also throws `invalid_input` (no URL at all), `too_large`, `upstream_failed`,
 * `upstream_timeout`, `cancelled`.
 * An answer with any HTTP status is returned, not thrown.
 */
export type GuardedFetch = (url: string, options: FetchOptions) => Promise<Fetched>
