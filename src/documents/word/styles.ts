import { type Role, roleOf } from '../looks.ts'
import { childrenOf, findChild, readElements, type XmlElement } from '../package/read-xml.ts'
import { over, StyleChains } from '../text/style-chains.ts'
import { type Look, readLook, shadingOf, within } from './look.ts'

/** What a style says together with those that it is based on. */
export interface Style {
  look: Look
  /** From 0; 9 for what is no heading. */
  outline: number | undefined
  numbering: string | undefined
  level: number | undefined
  indent: number | undefined
  /** Whether a paragraph or a table of this style stands on a ground of its own. */
  isShaded: boolean | undefined
  role: Role | undefined
  /** Level in a table of contents. */
  contents: number | undefined
}

/** Levels of outlines; the last one is that of text. */
export const OUTLINE_OF_TEXT = 9
const HEADING = /^heading ?([1-9])$/i
const BLANK: Style = {
  look: {},
  outline: undefined,
  numbering: undefined,
  level: undefined,
  indent: undefined,
  isShaded: undefined,
  role: undefined,
  contents: undefined,
}

/** The styles of a document (ISO/IEC 29500-1, 17.7). */
export class Styles {
  readonly #all = new StyleChains(BLANK)
  readonly #looks = new Map<string, Look>()
  #base: Look = {}
  #ordinary: string | undefined

  /** Reads `styles.xml`; a document without has nothing but looks of its own. */
  constructor(source: string | undefined) {
    if (source === undefined) return
    readElements(
      source,
      (name) => name === 'w:style' || name === 'w:docDefaults',
      (element) => {
        if (element.name === 'w:docDefaults') {
          this.#base = readLook(findChild(element, 'w:rPrDefault', 'w:rPr'))
        } else this.#add(element)
      },
    )
  }

  /** The style of paragraphs that name this one, or none. One that is not defined is known by its name alone. */
  ofParagraph(id: string | undefined): Style {
    const named = id ?? this.#ordinary
    if (named === undefined) return BLANK
    return this.#all.has(named) ? this.#all.whole(named) : named === id ? styleNamed(id) : BLANK
  }

  /** The style of a table or of a list. */
  find(id: string | undefined): Style | undefined {
    return id !== undefined && this.#all.has(id) ? this.#all.whole(id) : undefined
  }

  /** The look of a run by the styles of its paragraph and its own. */
  lookOf(paragraph: string | undefined, character: string | undefined): Look {
    const key = `${paragraph ?? ''}\n${character ?? ''}`
    const known = this.#looks.get(key)
    if (known) return known
    const below = over(this.#base, this.ofParagraph(paragraph).look)
    const own = this.find(character)
    const look = own ? within(below, own.look) : below
    this.#looks.set(key, look)
    return look
  }

  /** The font that a document is set in. */
  get ordinaryFont(): string | undefined {
    return this.lookOf(undefined, undefined).font
  }

  #add(element: XmlElement): void {
    const id = element.attributes.get('w:styleId') ?? ''
    if (this.#all.has(id)) return
    const isDefault = /^(?:1|true|on)$/.test(element.attributes.get('w:default') ?? '')
    if (isDefault && element.attributes.get('w:type') === 'paragraph') this.#ordinary ??= id
    const name = findChild(element, 'w:name')?.attributes.get('w:val') ?? id
    const basedOn = findChild(element, 'w:basedOn')?.attributes.get('w:val')
    this.#all.add(id, readStyle(element, name, id), basedOn)
  }
}

function readStyle(element: XmlElement, name: string, id: string): Style {
  const properties = findChild(element, 'w:pPr')
  const named = styleNamed(name)
  const numbering = readNumbering(properties)
  const grounds = new Set(
    [
      properties,
      findChild(element, 'w:tblPr'),
      findChild(element, 'w:tcPr'),
      ...childrenOf(element, 'w:tblStylePr').flatMap((part) => [findChild(part, 'w:tcPr')]),
    ].map(shadingOf),
  )
  return {
    ...named,
    look: readLook(findChild(element, 'w:rPr')),
    outline: readOutline(properties) ?? named.outline ?? styleNamed(id).outline,
    numbering: numbering.numbering,
    level: numbering.level,
    indent: readIndent(properties),
    isShaded: grounds.has(true) ? true : grounds.has(false) ? false : undefined,
  }
}

function styleNamed(name: string): Style {
  const heading = HEADING.exec(name)?.[1]
  const role = roleOf(name)
  return {
    ...BLANK,
    outline: heading === undefined ? undefined : Number(heading) - 1,
    role,
    contents: role === 'contents' ? Number(name.at(-1)) : undefined,
  }
}

/** Level of the outline that properties of a paragraph give. */
export function readOutline(properties: XmlElement | undefined): number | undefined {
  const level = Number(findChild(properties, 'w:outlineLvl')?.attributes.get('w:val') ?? Number.NaN)
  return Number.isInteger(level) && level >= 0 ? Math.min(level, OUTLINE_OF_TEXT) : undefined
}

/** List and level that properties of a paragraph name. */
export function readNumbering(properties: XmlElement | undefined): {
  numbering: string | undefined
  level: number | undefined
} {
  const holder = findChild(properties, 'w:numPr')
  const level = findChild(holder, 'w:ilvl')?.attributes.get('w:val')
  return {
    numbering: findChild(holder, 'w:numId')?.attributes.get('w:val'),
    level: level === undefined ? undefined : Number(level),
  }
}

/** Distance of a paragraph from the margin, in twips. */
export function readIndent(properties: XmlElement | undefined): number | undefined {
  const indent = findChild(properties, 'w:ind')?.attributes
  const written = indent?.get('w:left') ?? indent?.get('w:start')
  return written === undefined ? undefined : twipsOf(written)
}

const TWIPS: Readonly<Record<string, number>> = {
  '': 1,
  pt: 20,
  pc: 240,
  pi: 240,
  in: 1440,
  cm: 567,
  mm: 56.7,
}

/** A length in twips, written as such or with a unit. */
export function twipsOf(written: string): number {
  const [, number = '0', unit = ''] = /^\s*(-?[\d.]+)\s*([a-z]*)\s*$/i.exec(written) ?? []
  return Number(number) * (TWIPS[unit.toLowerCase()] ?? 1)
}
