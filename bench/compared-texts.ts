/** The words of a text as they are compared: case, white space and typography do not count. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replaceAll('\u00AD', '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** How often each value occurs. */
export function countsOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** F1 of texts found, whatever their order; undefined where none are expected. */
export function f1(expected: readonly string[], found: readonly string[]): number | undefined {
  if (expected.length === 0) return undefined
  const left = countsOf(found)
  let hits = 0
  for (const text of expected) {
    const count = left.get(text) ?? 0
    if (count > 0) hits += 1
    left.set(text, count - 1)
  }
  return (2 * hits) / (expected.length + found.length)
}

/** Length of the longest common subsequence (Hunt and Szymanski). */
export function commonWords(a: readonly string[], b: readonly string[]): number {
  const places = Map.groupBy(b.keys(), (index) => b[index] as string)
  const tails: number[] = []
  for (const word of a) {
    for (const place of (places.get(word) ?? []).toReversed()) {
      let low = 0
      let high = tails.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((tails[middle] as number) < place) low = middle + 1
        else high = middle
      }
      tails[low] = place
    }
  }
  return tails.length
}
