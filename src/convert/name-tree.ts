/** Names that a tree holds at most: beyond them each object keeps its own. */
const TREE_MAX_NAMES = 20_000

/** The first names of an object, in their order; what may follow is known from the objects before. */
export class NamePath {
  readonly #before: NamePath | undefined
  readonly #name: string
  /** What came next last time: the next object is likely to be the same. */
  #likely: NamePath | undefined
  #others: Map<string, NamePath> | undefined
  #names: readonly string[] | undefined
  /** The last name as it is written, with its quotes. */
  readonly written: string

  constructor(before?: NamePath, name = '', written = '') {
    this.#before = before
    this.#name = name
    this.written = written
  }

  /** All names of the path, the same array each time. */
  get names(): readonly string[] {
    this.#names ??= this.#collect()
    return this.#names
  }

  get likely(): NamePath | undefined {
    return this.#likely
  }

  /** The path that goes on with a name; undefined where no object before did. */
  find(written: string): NamePath | undefined {
    if (this.#likely?.written === written) return this.#likely
    const path = this.#others?.get(written)
    if (path) this.#likely = path
    return path
  }

  add(written: string, name: string): NamePath {
    const path = new NamePath(this, name, written)
    if (this.#likely) {
      this.#others ??= new Map([[this.#likely.written, this.#likely]])
      this.#others.set(written, path)
    }
    this.#likely = path
    return path
  }

  #collect(): string[] {
    const names: string[] = []
    let name = this.#name
    let before = this.#before
    while (before) {
      names.push(name)
      name = before.#name
      before = before.#before
    }
    return names.toReversed()
  }
}

/** The names of all objects that are read together: those that are alike share one array. */
export class NameTree {
  readonly root = new NamePath()
  #room = TREE_MAX_NAMES

  /** Adds the names that follow a path; returns those of the whole path. */
  learn(path: NamePath, names: readonly string[], written: readonly string[]): readonly string[] {
    if (names.length > this.#room) return [...path.names, ...names]
    this.#room -= names.length
    let last = path
    for (const [at, name] of names.entries()) last = last.add(written[at] ?? '', name)
    return last.names
  }
}
