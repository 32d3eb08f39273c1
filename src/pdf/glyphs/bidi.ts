/** Which way text runs. */
export type Direction = 'ltr' | 'rtl'

/** Kinds of characters by UAX 9, 3.2: letters of either direction, Arabic letters, numbers and what joins them, and all else. */
type Kind = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'ON'

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\uFB1D-\uFDFF\uFE70-\uFEFC]/u
const ARABIC_LETTER =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\uFB50-\uFDFF\uFE70-\uFEFC]/u
const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/[\d\u06F0-\u06F9\u00B2\u00B3\u00B9\u2070-\u2089]/, 'EN'],
  [/[\u0660-\u0669\u066B\u066C]/, 'AN'],
  [/[+\-\u2212]/, 'ES'],
  [/[#$%\u00A2-\u00A5\u00B0\u00B1\u066A\u2030\u20A0-\u20CF]/, 'ET'],
  [/[,./:\u00A0\u060C\u202F]/, 'CS'],
]

/** True for a text with letters that are written from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

function kindOf(text: string): Kind {
  for (const [pattern, kind] of KINDS) if (pattern.test(text)) return kind
  if (RIGHT_TO_LEFT.test(text)) {
    return /\p{L}/u.test(text) ? (ARABIC_LETTER.test(text) ? 'AL' : 'R') : 'ON'
  }
  return /[\p{L}]/u.test(text) ? 'L' : 'ON'
}

/** A place in the order of reading. */
export interface Placed {
  /** Index of the text in the order in which it stands on the line. */
  index: number
  direction: Direction
}

/**
 * Puts the characters of a line, given as they stand from left to right, into the order in which they are read: the reverse of what
 * UAX 9 does to show them. Where two orders would look the same, a number goes with the Latin text before it.
 */
export function toReadingOrder(texts: readonly string[], base: Direction): Placed[] {
  const kinds = texts.map(kindOf)
  const indexes = [...texts.keys()]
  if (base === 'ltr') {
    const placed = indexes.map((index): Placed => ({ index, direction: 'ltr' }))
    return reverseRuns(placed, kinds, isStrongRight, isStrongLeft, (run) =>
      reverseNumbers(
        run.toReversed().map(({ index }) => ({ index, direction: 'rtl' })),
        kinds,
      ),
    )
  }
  const placed = indexes.toReversed().map((index): Placed => ({ index, direction: 'rtl' }))
  const withLatin = reverseRuns(placed, kinds, isStrongLeft, isStrongRight, (run) =>
    run.toReversed().map(({ index }) => ({ index, direction: 'ltr' })),
  )
  return joinNumbers(reverseNumbers(withLatin, kinds), kinds)
}

function isStrongRight(kind: Kind | undefined): boolean {
  return kind === 'R' || kind === 'AL'
}

function isStrongLeft(kind: Kind | undefined): boolean {
  return kind === 'L'
}

/** Turns each longest stretch that begins and ends with one kind of letters and has none of the other. */
function reverseRuns(
  placed: readonly Placed[],
  kinds: readonly Kind[],
  isOwn: (kind: Kind | undefined) => boolean,
  isOther: (kind: Kind | undefined) => boolean,
  turn: (run: readonly Placed[]) => Placed[],
): Placed[] {
  const turned: Placed[] = []
  for (let at = 0; at < placed.length;) {
    if (!isOwn(kinds[placed[at]?.index ?? 0])) {
      turned.push(placed[at] as Placed)
      at += 1
      continue
    }
    let end = at + 1
    for (let next = end; next < placed.length; next += 1) {
      const kind = kinds[placed[next]?.index ?? 0]
      if (isOther(kind)) break
      if (isOwn(kind)) end = next + 1
    }
    turned.push(...turn(placed.slice(at, end)))
    at = end
  }
  return turned
}

/** Turns each number among text from right to left, with what joins its digits (UAX 9, W2 to W6). */
function reverseNumbers(placed: readonly Placed[], kinds: readonly Kind[]): Placed[] {
  const turned: Placed[] = []
  let isArabic = false
  for (let at = 0; at < placed.length;) {
    const one = placed[at] as Placed
    const kind = kinds[one.index]
    if (kind === 'AL' || kind === 'R' || kind === 'L') isArabic = kind === 'AL'
    const end = one.direction === 'rtl' ? endOfNumber(placed, kinds, at, isArabic) : at
    if (end === at) {
      turned.push(one)
      at += 1
    } else {
      const number = placed.slice(at, end).toReversed()
      turned.push(...number.map(({ index }): Placed => ({ index, direction: 'ltr' })))
      at = end
    }
  }
  return turned
}

function endOfNumber(
  placed: readonly Placed[],
  kinds: readonly Kind[],
  from: number,
  isArabic: boolean,
): number {
  const kindAt = (at: number): Kind | undefined => {
    const one = placed[at]
    if (one?.direction !== 'rtl') return undefined
    const kind = kinds[one.index]
    return kind === 'AN' ? 'EN' : kind
  }
  let start = from
  // Signs of currency and percent go with European numbers only.
  const isSign = (at: number): boolean => !isArabic && kindAt(at) === 'ET'
  while (isSign(start)) start += 1
  if (kindAt(start) !== 'EN') return from
  let end = start
  for (let at = start; ; at += 1) {
    const kind = kindAt(at)
    const joins = kind === 'CS' || (kind === 'ES' && !isArabic)
    if (kind === 'EN') end = at + 1
    else if (!joins || kindAt(at + 1) !== 'EN') break
  }
  while (isSign(end)) end += 1
  return end
}

/** Puts a number after the Latin text that stands left of it, as in "Windows 11". */
function joinNumbers(placed: readonly Placed[], kinds: readonly Kind[]): Placed[] {
  const joined = [...placed]
  for (let at = 0; at < joined.length; at += 1) {
    const first = joined[at]
    if (first?.direction !== 'ltr' || kinds[first.index] !== 'EN') continue
    let end = at
    while (joined[end + 1]?.index === (joined[end]?.index ?? 0) + 1) end += 1
    if (joined.slice(at, end + 1).some(({ index }) => kinds[index] === 'L')) {
      at = end
      continue
    }
    // The Latin run that follows in reading stands left of it on the line, with a blank between.
    const left = joined[end + 2]
    const isBlank = joined[end + 1]?.index === first.index - 1 && left?.direction === 'ltr'
    if (!isBlank || kinds[joined[end + 1]?.index ?? 0] !== 'ON') continue
    let last = end + 2
    while (
      joined[last + 1]?.direction === 'ltr' &&
      joined[last + 1]?.index === (joined[last]?.index ?? 0) + 1
    )
      last += 1
    if (joined[last]?.index !== first.index - 2 || kinds[joined[last]?.index ?? 0] !== 'L') continue
    const number = joined.slice(at, end + 1)
    const blank = joined[end + 1] as Placed
    joined.splice(
      at,
      last + 1 - at,
      ...joined.slice(end + 2, last + 1),
      { ...blank, direction: 'ltr' },
      ...number,
    )
    at = last
  }
  return joined
}

const MIRRORED = '()[]{}<>«»‹›≤≥⟨⟩「」『』【】〈〉《》'
const OPENING = new Set(Array.from(MIRRORED).filter((_, index) => index % 2 === 0))

/** The character that looks like this one in a mirror: brackets have a side where text runs the other way. */
export function mirrored(text: string): string {
  const at = text.length === 1 ? MIRRORED.indexOf(text) : -1
  return at === -1 ? text : (MIRRORED[at % 2 === 0 ? at + 1 : at - 1] ?? text)
}

/** How well the brackets of a text in the order of reading fit: pairs that close what was opened, less those that do not. */
export function bracketFit(texts: readonly string[]): number {
  const open: string[] = []
  let fit = 0
  for (const text of texts) {
    if (mirrored(text) === text) continue
    if (OPENING.has(text)) open.push(mirrored(text))
    else if (open.pop() === text) fit += 2
    else fit -= 1
  }
  return fit - open.length
}
