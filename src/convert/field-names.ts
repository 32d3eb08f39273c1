import type { NamePath, NameTree } from './name-tree.ts'

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
