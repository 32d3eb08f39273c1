import type { Line } from './model.ts'

const DEFAULT_LEADING = 1.2
const STEP = 20

/**
 * The usual distance of two lines of one paragraph, as a multiple of the type size: the one that is
 * most common after lines that reach the right edge of their column.
 */
export function typicalLeading(lines: readonly Line[], rightEdge: (line: Line) => number): number {
  const counts = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (!before || before.page !== line.page || before.size !== line.size || line.mono) continue
    if (rightEdge(before) - before.right > before.size * 4) continue
    const ratio = (line.y - before.y) / line.size
    if (ratio < 0.9 || ratio > 3) continue
    const key = Math.round(ratio * STEP)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])
  return most ? most[0] / STEP : DEFAULT_LEADING
}
