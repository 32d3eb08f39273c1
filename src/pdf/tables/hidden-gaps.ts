import type { Column, Span } from '../model.ts'
import { charEdges } from '../page/link-areas.ts'
import type { FittedBand } from './bands.ts'

/** A number and the text or number after it, drawn as one. */
const NUMBER_AND_TEXT = /^([^\p{L}\s]*\d[^\p{L}\s]*)\s+(?=\S)/u
/** What stands after numbers as their unit: one short word or sign. */
const UNIT = /^[^\s\d]{1,6}$/u
const NUMBER = /^[^\p{L}\s]*\d[^\p{L}\s]*$/u
/** Cells of both that show them, alone or beside cells of one, and their share of a column. */
const CELLS_MIN_COUNT = 2
const CELLS_SHARE = 0.6
/** How far the numbers begin apart at least, and the texts or the ends of the numbers at most, in parts of the type size. */
const NUMBERS_SPREAD = 0.4
const TEXTS_SPREAD = 0.75
/** Space before the text, in parts of the type size. */
const SPACE = 0.2

/** A number and where it ends, and what begins beside it; one of them may stand alone. */
interface Place {
  number: Column | undefined
  text: { x: number; content: string } | undefined
}

/**
 * Parts columns in which numbers set to the right stand so close to the texts beside them that readers take both for one: the
 * numbers begin at different places and end at one, the texts begin at one.
 */
export function withHiddenGaps(slots: readonly Column[], bands: readonly FittedBand[]): Column[] {
  return slots.flatMap((slot, column) => {
    const cells = bands.flatMap(({ cells: own }) => (own[column]?.length ? [own[column]] : []))
    const at = hiddenGap(cells)
    if (at === undefined) return [slot]
    return [
      { x: slot.x, right: at },
      { x: at, right: slot.right },
    ]
  })
}

function hiddenGap(cells: readonly Span[][]): number | undefined {
  const size = cells[0]?.[0]?.size ?? 10
  const all = cells.map(placeOf)
  const pairs = all.flatMap((place) =>
    place?.number && place.text ? [{ number: place.number, text: place.text }] : [],
  )
  if (pairs.length < CELLS_MIN_COUNT) return undefined
  const text = median(pairs.map((pair) => pair.text.x))
  const end = median(pairs.map(({ number }) => number.right))
  const most = size * TEXTS_SPREAD
  const isNear = (x: number, other: number): boolean => Math.abs(x - other) < most
  const alone = all.filter(
    (place) =>
      (place?.number && !place.text && isNear(place.number.right, end)) ||
      (place?.text && !place.number && isNear(place.text.x, text)),
  )
  if (pairs.length + alone.length < Math.max(3, cells.length * CELLS_SHARE)) return undefined
  // Units after numbers are no column, unless a head or a row has one alone.
  const areUnits = pairs.every((pair) => UNIT.test(pair.text.content))
  if (areUnits && !alone.some((place) => place?.text)) return undefined
  const numbers = [...pairs, ...alone].flatMap((place) => (place?.number ? [place.number.x] : []))
  const texts = spread(pairs.map((pair) => pair.text.x))
  const ends = spread(pairs.map(({ number }) => number.right))
  if (spread(numbers) < size * NUMBERS_SPREAD && alone.length === 0) return undefined
  if (Math.min(texts, ends) > most || (texts > most && !pairs.every(isPairOfNumbers)))
    return undefined
  const starts = pairs.map((pair) => pair.text.x)
  return texts > most ? Math.min(...starts) - size * SPACE : text - size * SPACE
}

function isPairOfNumbers({ text }: { text: { content: string } }): boolean {
  return NUMBER.test(text.content)
}

/** Where the number of a cell begins and ends, and about where the text after it does. */
function placeOf(spans: readonly Span[]): Place | undefined {
  const [first, next] = spans
  if (!first) return undefined
  const [whole] = NUMBER_AND_TEXT.exec(first.text) ?? []
  if (whole !== undefined) {
    const edges = charEdges(first)
    const right = edges[whole.trimEnd().length] ?? first.right
    const x = edges[whole.length] ?? first.x
    return { number: { x: first.x, right }, text: { x, content: first.text.slice(whole.length) } }
  }
  if (!NUMBER.test(first.text))
    return { number: undefined, text: { x: first.x, content: first.text } }
  const text = next && { x: next.x, content: next.text }
  return { number: { x: first.x, right: first.right }, text }
}

function median(places: readonly number[]): number {
  return places.toSorted((a, b) => a - b)[Math.floor(places.length / 2)] ?? 0
}

function spread(places: readonly number[]): number {
  return Math.max(...places) - Math.min(...places)
}
