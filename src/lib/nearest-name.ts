/** Longest name for which a near one is looked for. */
const WRITTEN_MAX_CHARS = 64

/** A name without what its spellings differ in: `max_chars`, `maxChars` and `Max-Chars` are one. */
export function foldName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase()
}

/** The one of the names that was probably meant; undefined where none is near. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  if (written.length > WRITTEN_MAX_CHARS) return undefined
  const foldedName = foldName(written)
  let nearest: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const name of names) {
    const candidate = foldName(name)
    const allowed = Math.floor(Math.max(foldedName.length, candidate.length) / 3)
    const distance = countEdits(foldedName, candidate)
    if (distance > allowed || distance >= least) continue
    nearest = name
    least = distance
  }
  return nearest
}

/** How many letters differ, are missing or too many, or stand in the order of their neighbours. */
function countEdits(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, count) => count)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      next[j] = Math.min(
        countAt(row, j) + 1,
        countAt(next, j - 1) + 1,
        countAt(row, j - 1) + (isSame ? 0 : 1),
        isSwapped ? countAt(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return countAt(row, to.length)
}

function countAt(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
