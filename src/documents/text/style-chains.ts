interface WrittenStyle<Style> {
  key: string
  parent: string | undefined
  own: Style
}

/** Styles that are based on others, by keys of the format. */
export class StyleChains<Style extends { look: object }> {
  readonly #blank: Style
  readonly #written = new Map<string, WrittenStyle<Style>>()
  readonly #whole = new Map<string, Style>()

  /** `blank` is a style that says nothing. */
  constructor(blank: Style) {
    this.#blank = blank
  }

  has(key: string): boolean {
    return this.#written.has(key)
  }

  /** Keeps a style; `parent` is the key of the one that it is based on. */
  add(key: string, own: Style, parent: string | undefined): void {
    this.#written.set(key, { key, parent, own })
  }

  /** A style with all that it inherits. Followed without recursion, and once: a chain may be long, or a circle. */
  whole(key: string): Style {
    const chain: WrittenStyle<Style>[] = []
    const met = new Set<string>()
    let next = this.#written.get(key)
    while (next && !met.has(next.key) && !this.#whole.has(next.key)) {
      met.add(next.key)
      chain.push(next)
      next = next.parent === undefined ? undefined : this.#written.get(next.parent)
    }
    let whole = (next && this.#whole.get(next.key)) ?? this.#blank
    for (const { key: each, own } of chain.toReversed()) {
      whole = { ...over(whole, own), look: over(whole.look, own.look) }
      this.#whole.set(each, whole)
    }
    return whole
  }
}

/** What something says on top of what it is based on: undefined leaves that as it is. */
export function over<T extends object>(base: T, own: T): T {
  const all = { ...base }
  for (const [key, value] of Object.entries(own)) {
    if (value !== undefined) Object.assign(all, { [key]: value })
  }
  return all
}
