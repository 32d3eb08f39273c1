import { childrenOf, findChild, readElements, type XmlElement } from '../package/read-xml.ts'
import { repeatedLetters, romanNumber } from '../text/list-numbers.ts'
import { readIndent } from './styles.ts'

/** Levels of a list. */
const LEVELS_MAX_COUNT = 9

/** How the items of one level are numbered. */
interface Level {
  start: number
  format: string
  /** Its text with places for numbers: `%1.%2)`. */
  text: string
  /** Whether all numbers in it are shown in digits. */
  isLegal: boolean
  /** The level from 1 whose items begin it anew; 0 for none. */
  restart: number | undefined
  indent: number | undefined
  style: string | undefined
}

/** The definition of a list, which several may share. */
interface Definition {
  id: string
  levels: ReadonlyMap<number, Level>
  /** Style that says where the levels are. */
  link: string | undefined
  /** Numbers of the last items. */
  counts: (number | undefined)[]
  /** How often each level was begun anew. */
  runs: number[]
}

interface Numbered {
  definition: string
  /** Levels that it has of its own, and numbers with which it begins. */
  levels: ReadonlyMap<number, Level>
  starts: ReadonlyMap<number, number>
  /** Levels that it has begun. */
  begun: Set<number>
}

/** The next item of a list as it is shown. */
export interface NumberedItem {
  list: string
  level: number
  run: number
  number: number | undefined
  label: string
  /** Whether nothing marks it: it continues the item above. */
  isBlank: boolean
  indent: number | undefined
}

/** The lists of a document, whose items are counted in its order (ISO/IEC 29500-1, 17.9). */
export class Numbering {
  readonly #definitions = new Map<string, Definition>()
  readonly #lists = new Map<string, Numbered>()
  readonly #listOfStyle: (style: string) => string | undefined

  /** Reads `numbering.xml`; `listOfStyle` finds the list that a style names. */
  constructor(source: string | undefined, listOfStyle: (style: string) => string | undefined) {
    this.#listOfStyle = listOfStyle
    if (source === undefined) return
    readElements(
      source,
      (name) => name === 'w:abstractNum' || name === 'w:num',
      (element) => {
        if (element.name === 'w:num') this.#addList(element)
        else this.#addDefinition(element)
      },
    )
  }

  /** Counts an item of a list, at a level, or at the one that is that of its style. Undefined for no list. */
  next(
    id: string | undefined,
    level: number | undefined,
    style: string | undefined,
  ): NumberedItem | undefined {
    const list = id === undefined ? undefined : this.#lists.get(id)
    const definition = list && this.#definitionOf(list)
    if (!list || !definition) return undefined
    const at = this.#levelOf(definition, level, style)
    const own = levelAt(list, definition, at)
    if (!own) return undefined
    this.#count(list, definition, at, own)
    return {
      list: definition.id,
      level: at,
      run: definition.runs[at] ?? 0,
      indent: own.indent,
      ...markOf(list, definition, at, own),
    }
  }

  /** A list may have its levels where a style has them, which names another list; such a way may be a circle. */
  #definitionOf(list: Numbered): Definition | undefined {
    const met = new Set<string>()
    let definition = this.#definitions.get(list.definition)
    while (definition?.link !== undefined && definition.levels.size === 0) {
      if (met.has(definition.id)) return undefined
      met.add(definition.id)
      const linked = this.#lists.get(this.#listOfStyle(definition.link) ?? '')
      definition = linked && this.#definitions.get(linked.definition)
    }
    return definition
  }

  #levelOf(definition: Definition, level: number | undefined, style: string | undefined): number {
    if (level !== undefined && Number.isInteger(level)) {
      return Math.min(Math.max(level, 0), LEVELS_MAX_COUNT - 1)
    }
    for (const [at, { style: linked }] of definition.levels) {
      if (style !== undefined && linked === style) return at
    }
    return 0
  }

  #count(
    list: Numbered,
    { counts, runs, ...definition }: Definition,
    at: number,
    own: Level,
  ): void {
    const start = list.starts.get(at)
    if (start !== undefined && !list.begun.has(at)) {
      if (counts[at] !== undefined) runs[at] = (runs[at] ?? 0) + 1
      counts[at] = undefined
    }
    list.begun.add(at)
    for (let above = 0; above < at; above += 1) {
      counts[above] ??= list.starts.get(above) ?? definition.levels.get(above)?.start ?? 1
    }
    const last = counts[at]
    counts[at] = last === undefined ? (start ?? own.start) : last + 1
    for (let below = at + 1; below < LEVELS_MAX_COUNT; below += 1) {
      const restart = definition.levels.get(below)?.restart
      if (restart === undefined || (restart > 0 && at < restart)) counts[below] = undefined
    }
  }

  #addDefinition(element: XmlElement): void {
    const id = element.attributes.get('w:abstractNumId') ?? ''
    if (this.#definitions.has(id)) return
    this.#definitions.set(id, {
      id,
      levels: readLevels(childrenOf(element, 'w:lvl')),
      link: findChild(element, 'w:numStyleLink')?.attributes.get('w:val'),
      counts: [],
      runs: [],
    })
  }

  #addList(element: XmlElement): void {
    const overrides = childrenOf(element, 'w:lvlOverride')
    const starts = new Map<number, number>()
    for (const override of overrides) {
      const start = findChild(override, 'w:startOverride')?.attributes.get('w:val')
      if (start !== undefined) starts.set(levelNumber(override), wholeNumber(start, 1))
    }
    this.#lists.set(element.attributes.get('w:numId') ?? '', {
      definition: findChild(element, 'w:abstractNumId')?.attributes.get('w:val') ?? '',
      levels: readLevels(overrides.flatMap((override) => childrenOf(override, 'w:lvl'))),
      starts,
      begun: new Set(),
    })
  }
}

function readLevels(elements: readonly XmlElement[]): ReadonlyMap<number, Level> {
  const levels = new Map<number, Level>()
  for (const element of elements) {
    const at = levelNumber(element)
    if (at < LEVELS_MAX_COUNT && !levels.has(at)) levels.set(at, readLevel(element))
  }
  return levels
}

function readLevel(element: XmlElement): Level {
  const value = (name: string): string | undefined =>
    findChild(element, name)?.attributes.get('w:val')
  const restart = value('w:lvlRestart')
  // Formats of newer programs stand in one branch, those for all others in the other.
  const other = findChild(element, 'mc:AlternateContent', 'mc:Fallback', 'w:numFmt')
  return {
    start: wholeNumber(value('w:start') ?? '', 1),
    format: value('w:numFmt') ?? other?.attributes.get('w:val') ?? 'decimal',
    text: value('w:lvlText') ?? '',
    isLegal: findChild(element, 'w:isLgl') !== undefined,
    restart: restart === undefined ? undefined : wholeNumber(restart, 0),
    indent: readIndent(findChild(element, 'w:pPr')),
    style: value('w:pStyle'),
  }
}

function levelNumber({ attributes }: XmlElement): number {
  return wholeNumber(attributes.get('w:ilvl') ?? '', 0)
}

function levelAt(list: Numbered, definition: Definition, at: number): Level | undefined {
  return list.levels.get(at) ?? definition.levels.get(at)
}

/** Digits that Markdown shows as they are meant. */
const PLAIN_NUMBER = /^%(\d)[.)]?$/

function markOf(
  list: Numbered,
  definition: Definition,
  at: number,
  own: Level,
): { number: number | undefined; label: string; isBlank: boolean } {
  if (own.format === 'bullet') {
    return { number: undefined, label: '', isBlank: own.text.trim() === '' }
  }
  const label = own.text
    .replaceAll(/%([1-9])/g, (_, digit: string) => {
      const level = Number(digit) - 1
      const number = definition.counts[level]
      const format = levelAt(list, definition, level)?.format ?? 'decimal'
      return number === undefined ? '' : writtenNumber(number, own.isLegal ? 'decimal' : format)
    })
    .replaceAll(/\s+/g, ' ')
    .trim()
  const isDecimal = own.format === 'decimal' || own.isLegal
  const isPlain = isDecimal && PLAIN_NUMBER.exec(own.text.trim())?.[1] === String(at + 1)
  return { number: isPlain ? definition.counts[at] : undefined, label, isBlank: label === '' }
}

const IDEOGRAPHS = '〇一二三四五六七八九'
const CIRCLED_ONE = 0x2460
const CIRCLED_MAX = 20

/** A number as lists of a format show it; as digits in the many formats of single languages. */
function writtenNumber(number: number, format: string): string {
  switch (format) {
    case 'none':
    case 'bullet':
      return ''
    case 'lowerRoman':
      return romanNumber(number)
    case 'upperRoman':
      return romanNumber(number).toUpperCase()
    case 'lowerLetter':
      return repeatedLetters(number)
    case 'upperLetter':
      return repeatedLetters(number).toUpperCase()
    case 'decimalZero':
      return String(number).padStart(2, '0')
    case 'ordinal':
      return ordinal(number)
    case 'decimalEnclosedCircle':
      return number >= 1 && number <= CIRCLED_MAX
        ? String.fromCodePoint(CIRCLED_ONE + number - 1)
        : String(number)
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'japaneseCounting':
    case 'taiwaneseCountingThousand':
    case 'ideographDigital':
      return number >= 1 && number <= 99 ? ideographs(number) : String(number)
    default:
      return String(number)
  }
}

function ordinal(number: number): string {
  const last = number % 10
  const isTeen = Math.floor(number / 10) % 10 === 1
  return `${number}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th')}`
}

function ideographs(number: number): string {
  const [tens, ones] = [Math.floor(number / 10), number % 10]
  const first = tens === 0 ? '' : `${tens === 1 ? '' : IDEOGRAPHS[tens]}十`
  return first + (ones === 0 ? '' : IDEOGRAPHS[ones])
}

function wholeNumber(written: string, otherwise: number): number {
  return /^\d{1,9}$/.test(written) ? Number(written) : otherwise
}
