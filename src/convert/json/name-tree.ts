/** Names that a tree holds at most: beyond them each object keeps its own. */
const TREE_MAX_NAMES = 20_000

/** The first names of an object, in their order; what may follow is known from the objects before. */
class NamePath {
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

/** The names of one JSON object while it is read. */
export class FieldNames {
  readonly #tree: NameTree
  /** Names that objects before had in the same order. */
  #path: NamePath
  /** Those after them, and how they are written. */
  #further: string[] | undefined
  #written: string[] | undefined
  #taken: Set<string> | undefined

  /** Names go on from a path: those that the object has already. */
  constructor(tree: NameTree, path = tree.root) {
    this.#tree = tree
    this.#path = path
  }

  /** The path to the name that is likely to come next, which is none that the object has. */
  get likely(): NamePath | undefined {
    return this.#further ? undefined : this.#path.likely
  }

  takeLikely(): void {
    this.#path = this.#path.likely ?? this.#path
  }

  /** Takes the next name; false for one that the object has already. */
  take(written: string, name: string): boolean {
    const path = this.#further ? undefined : this.#path.find(written)
    if (path) {
      this.#path = path
      return true
    }
    this.#taken ??= new Set(this.#path.names)
    if (this.#taken.has(name)) return false
    this.#taken.add(name)
    this.#further ??= []
    this.#further.push(name)
    this.#written ??= []
    this.#written.push(written)
    return true
  }

  /** All names, once the object is at its end: the same array for objects that are alike. */
  end(): readonly string[] {
    if (!this.#further) return this.#path.names
    return this.#tree.learn(this.#path, this.#further, this.#written ?? [])
  }
}
