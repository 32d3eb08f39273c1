/** Where something stands, in any unit. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** More things than this in one place are read in the order that they are stored in. */
const PLACED_MAX_COUNT = 400
/** Share of the smaller side by which two boxes may cover each other and still stand beside or above each other. */
const OVERLAP_MAX_SHARE = 0.2

/**
 * Sorts things as people read them: what stands above or (in scripts from left to right) left of another comes first. Where neither
 * says which is first, the order of storing does, unless it is wrong elsewhere; then the higher one comes first.
 */
export function sortAsRead<T extends { box: Box | undefined }>(
  things: readonly T[],
  isRightToLeft = false,
): T[] {
  if (things.length > PLACED_MAX_COUNT) return [...things]
  let isStoredAsRead = true
  const left = new Map(things.map((thing) => [thing, 0]))
  const after = new Map<T, T[]>(things.map((thing) => [thing, []]))
  for (const [index, one] of things.entries()) {
    for (const [at, other] of things.entries()) {
      if (one === other || !isBefore(one.box, other.box, isRightToLeft)) continue
      if (at < index) isStoredAsRead = false
      after.get(one)!.push(other)
      left.set(other, left.get(other)! + 1)
    }
  }
  const sorted: T[] = []
  while (left.size > 0) {
    const free = [...left].filter(([, count]) => count === 0).map(([thing]) => thing)
    const first = (isStoredAsRead ? free[0] : highest(free)) ?? [...left.keys()][0]!
    left.delete(first)
    sorted.push(first)
    for (const next of after.get(first)!) if (left.has(next)) left.set(next, left.get(next)! - 1)
  }
  return sorted
}

function highest<T extends { box: Box | undefined }>(things: readonly T[]): T | undefined {
  let found = things[0]
  for (const thing of things) {
    if (found?.box && thing.box && thing.box.top < found.box.top) found = thing
  }
  return found
}

function isBefore(one: Box | undefined, other: Box | undefined, isRightToLeft: boolean): boolean {
  if (!one || !other) return false
  const across = overlap(one.left, one.right, other.left, other.right)
  const down = overlap(one.top, one.bottom, other.top, other.bottom)
  const isAcross = across > OVERLAP_MAX_SHARE
  const isDown = down > OVERLAP_MAX_SHARE
  if (isAcross === isDown) return false
  if (isAcross) return one.top + one.bottom < other.top + other.bottom
  const isLeft = one.left + one.right < other.left + other.right
  return isLeft !== isRightToLeft
}

/** Share of the shorter of two stretches that both cover. */
function overlap(from: number, to: number, otherFrom: number, otherTo: number): number {
  const shorter = Math.min(to - from, otherTo - otherFrom)
  const shared = Math.min(to, otherTo) - Math.max(from, otherFrom)
  return shorter > 0 ? shared / shorter : shared >= 0 ? 1 : 0
}
