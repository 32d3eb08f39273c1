/** Longer words are not compared: nobody mistypes them. */
const COMPARED_MAX_CHARS = 64

/** Shorter words are part of too many others. */
const PART_MIN_CHARS = 3

/**
 * The known word that a mistyped one most likely means: the one that fewest letters inserted, dropped or changed make of it, at most
 * a third of them, rounded up; else the first that contains it. Undefined where none is near.
 */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase()
  if (typed.length > COMPARED_MAX_CHARS) return undefined
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: countEdits(typed, candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.ceil(candidate.length / 3))
    .toSorted((one, other) => one.edits - other.edits)
  if (nearest) return nearest.candidate
  if (typed.length < PART_MIN_CHARS) return undefined
  return known.find((candidate) => candidate.toLowerCase().includes(typed))
}

/** Letters to insert, drop or change to make one word of another. */
function countEdits(from: string, to: string): number {
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 0; i < from.length; i++) {
    const row = [i + 1]
    for (let j = 0; j < to.length; j++) {
      const change = from[i] === to[j] ? 0 : 1
      row.push(Math.min(at(row, j) + 1, at(last, j + 1) + 1, at(last, j) + change))
    }
    last = row
  }
  return at(last, to.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity
}
