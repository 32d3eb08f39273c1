/** A place that does not exist, by which relative addresses are resolved against a base that is relative itself. */
const NOWHERE = 'http://base.invalid'
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/** Resolves addresses as the `<base>` of a document says; without one they stay as they are written. */
export class BaseAddress {
  #base: URL | undefined
  #isAbsolute = false

  /** Takes the `href` of a `<base>`; the first counts. */
  take(href: string | undefined): void {
    if (this.#base || href === undefined || href.trim() === '') return
    const written = href.trim()
    const base = URL.parse(written, NOWHERE)
    if (!base || !/^https?:$/.test(base.protocol)) return
    this.#isAbsolute = SCHEME.test(written) || written.startsWith('//')
    this.#base = base
  }

  /** An address where it leads; places in the document stay so. */
  resolve(written: string): string {
    const address = written.trim()
    if (!this.#base || address === '' || address.startsWith('#') || SCHEME.test(address)) {
      return written
    }
    const resolved = URL.parse(address, this.#base.href)
    if (!resolved) return written
    if (!this.#isAbsolute && resolved.origin === NOWHERE) return resolved.href.slice(NOWHERE.length)
    return resolved.href
  }
}
