/** A list that is read while it is written, part by part, because as a whole it would take too much memory. It can be read once. */
export class LazyList<T> {
  readonly #parts: AsyncIterable<readonly T[]>

  constructor(parts: AsyncIterable<readonly T[]>) {
    this.#parts = parts
  }

  /** Items in parts that fit the memory. */
  parts(): AsyncIterable<readonly T[]> {
    return this.#parts
  }
}

/** The items of a list, which may be lazy, in parts. */
export function partsOf<T>(
  list: readonly T[] | LazyList<T>,
): AsyncIterable<readonly T[]> | Iterable<readonly T[]> {
  return list instanceof LazyList ? list.parts() : [list]
}

/** All items of a list that is known to fit the memory. */
export async function readAll<T>(list: readonly T[] | LazyList<T>): Promise<T[]> {
  const items: T[] = []
  for await (const part of partsOf(list)) items.push(...part)
  return items
}
