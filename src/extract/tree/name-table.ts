const SLOTS = 4096

/**
 * Names of tags and attributes in lower case, each made once: a document repeats few of them thousands of times.
 * Of fixed size, so that no document can make it grow.
 */
export class NameTable {
  readonly #names: string[] = Array.from({ length: SLOTS }, () => '')

  /** The name from `start` to `end`. */
  read(source: string, start: number, end: number): string {
    let hash = end - start
    for (let at = start; at < end; at += 1) {
      hash = (Math.imul(hash, 31) + source.charCodeAt(at)) & (SLOTS - 1)
    }
    const known = this.#names[hash]!
    if (known.length === end - start && source.startsWith(known, start)) return known
    const name = source.slice(start, end).toLowerCase()
    this.#names[hash] = name
    return name
  }
}
