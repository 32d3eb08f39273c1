import type { Dot, Span } from '../model.ts'

/** How far left of its text a bullet may be, in parts of the type size. */
const NEAREST = 0.15
const FURTHEST = 2.2
/** Size of a bullet, in parts of the type size. */
const SMALLEST = 0.15
const LARGEST = 0.7

/**
 * Bullets that were drawn as shapes, as the spans that they would be as text: dots of fitting size that
 * stand at the height of small letters, a little left of a line and with nothing left of them.
 */
export function findBullets(dots: readonly Dot[], spans: readonly Span[]): Span[] {
  return dots.flatMap((dot) => {
    const besides = spans.filter(({ y, size, upright }) => {
      const above = y - dot.y
      return upright && above > size * 0.1 && above < size * 0.6
    })
    const text = besides.filter((span) => isBulletOf(dot, span)).toSorted((a, b) => a.x - b.x)[0]
    if (!text || besides.some(({ x, right }) => x < dot.x && right > dot.x - text.size * 2))
      return []
    const { size, y } = text
    const style = { bold: false, italic: false, mono: false, url: undefined, upright: true }
    return [
      {
        ...style,
        text: '•',
        x: dot.x,
        right: dot.right,
        y,
        size,
        spaced: true,
        contentId: undefined,
      },
    ]
  })
}

function isBulletOf(dot: Dot, { x, size }: Span): boolean {
  const gap = x - dot.right
  const width = dot.right - dot.x
  return (
    gap > size * NEAREST &&
    gap < size * FURTHEST &&
    width > size * SMALLEST &&
    width < size * LARGEST
  )
}
