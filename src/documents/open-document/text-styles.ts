import { isMonospaced, type Role, roleOf } from '../looks.ts'
import { childrenOf, findChild, readElements, type XmlElement } from '../package/read-xml.ts'
import { StyleChains } from '../text/style-chains.ts'
import { type ListLevels, readListLevels } from './text-lists.ts'

/** How text looks; what is not said is undefined. */
export interface TextLook {
  isBold?: boolean | undefined
  isItalic?: boolean | undefined
  isStruck?: boolean | undefined
  isHidden?: boolean | undefined
  isCode?: boolean | undefined
  script?: 'sup' | 'sub' | 'none' | undefined
  /** Six digits. */
  colour?: string | undefined
  /** In points. */
  size?: number | undefined
  isShaded?: boolean | undefined
}

/** What a style says together with those around it. */
export interface TextStyle {
  look: TextLook
  /** Level of the headings that it is for. */
  outline: number | undefined
  /** Style of the list that its paragraphs are items of. */
  list: string | undefined
  role: Role | undefined
  /** Level in a table of contents, from 0. */
  contents: number | undefined
  /** Whether what stands in a paragraph, a cell or a section of it is on a ground of its own. */
  isShaded: boolean | undefined
}

const BLANK: TextStyle = {
  look: {},
  outline: undefined,
  list: undefined,
  role: undefined,
  contents: undefined,
  isShaded: undefined,
}

const TAKEN = new Set([
  'style:font-face',
  'style:style',
  'style:default-style',
  'text:list-style',
  'text:outline-style',
])

/** The styles of a text document (ODF 1.3 part 3, 16). */
export class TextStyles {
  readonly #all = new StyleChains(BLANK)
  readonly #monospaced = new Set<string>()
  readonly #lists = new Map<string, ListLevels>()
  #base: TextLook = {}
  /** Levels of numbered headings. */
  outline: ListLevels = new Map()
  /** Pages that paragraphs begin. */
  readonly masterPages = new Set<string>()

  /** Adds the styles of a part; `isCommon` for `styles.xml`, whose automatic styles are those of heads and feet of pages. */
  add(source: string, isCommon: boolean): void {
    readElements(
      source,
      (name, parents) =>
        TAKEN.has(name) && !(isCommon && parents.includes('office:automatic-styles')),
      (element) => this.#take(element),
    )
  }

  /** The style of a name in a family: `paragraph`, `text`, `table-cell`. */
  find(family: string, name: string | undefined): TextStyle {
    if (name === undefined) return BLANK
    const key = `${family} ${name}`
    if (this.#all.has(key)) return this.#all.whole(key)
    // One that is not defined is known by its name alone.
    return family === 'paragraph' ? { ...BLANK, ...roleNamed(name) } : BLANK
  }

  /** The look of all text that says nothing else. */
  get base(): TextLook {
    return this.#base
  }

  listOf(name: string | undefined): ListLevels | undefined {
    return name === undefined ? undefined : this.#lists.get(name)
  }

  #take(element: XmlElement): void {
    const { attributes } = element
    const name = attributes.get('style:name') ?? ''
    switch (element.name) {
      case 'style:font-face': {
        const family = attributes.get('svg:font-family') ?? name
        const isFixed = attributes.get('style:font-pitch') === 'fixed'
        if (isFixed || isMonospaced(bare(family))) this.#monospaced.add(name)
        return
      }
      case 'style:default-style':
        if (attributes.get('style:family') !== 'paragraph') return
        this.#base = this.#readLook(findChild(element, 'style:text-properties'))
        return
      case 'text:list-style':
        this.#lists.set(name, readListLevels(element))
        return
      case 'text:outline-style':
        this.outline = readListLevels(element)
        return
      default:
        this.#addStyle(element, name)
    }
  }

  #addStyle(element: XmlElement, name: string): void {
    const { attributes } = element
    const family = attributes.get('style:family') ?? ''
    const parent = attributes.get('style:parent-style-name')
    const outline = Number(attributes.get('style:default-outline-level') || Number.NaN)
    const displayed = attributes.get('style:display-name') ?? name
    const masterPage = attributes.get('style:master-page-name')
    if (masterPage) this.masterPages.add(masterPage)
    const own: TextStyle = {
      look: this.#readLook(findChild(element, 'style:text-properties')),
      outline: Number.isInteger(outline) ? outline : undefined,
      list: attributes.get('style:list-style-name'),
      ...(family === 'paragraph' ? roleNamed(displayed) : NO_ROLE),
      isShaded: childrenOf(element).some(
        ({ name: part, attributes: facts }) =>
          part !== 'style:text-properties' && isGround(facts.get('fo:background-color')),
      )
        ? true
        : undefined,
    }
    const base = parent === undefined ? undefined : `${family} ${parent}`
    this.#all.add(`${family} ${name}`, own, base)
  }

  #readLook(properties: XmlElement | undefined): TextLook {
    if (!properties) return {}
    const { attributes } = properties
    const get = (name: string): string | undefined => attributes.get(name)
    const weight = get('fo:font-weight')
    const slant = get('fo:font-style')
    const line = get('style:text-line-through-style') ?? get('style:text-line-through-type')
    const size = /^([\d.]+)pt$/.exec(get('fo:font-size') ?? '')?.[1]
    const ground = get('fo:background-color')
    return {
      isBold: weight === undefined ? undefined : weight === 'bold' || Number(weight) >= 600,
      isItalic: slant === undefined ? undefined : slant !== 'normal',
      isStruck: line === undefined ? undefined : line !== 'none',
      isHidden: flag(get('text:display'), 'none'),
      isCode: this.#codeByFont(
        get('style:font-name'),
        get('fo:font-family'),
        get('style:font-pitch'),
      ),
      script: scriptOf(get('style:text-position')),
      colour: get('fo:color')?.replace('#', ''),
      size: size === undefined ? undefined : Number(size),
      isShaded: ground === undefined ? undefined : isGround(ground),
    }
  }

  #codeByFont(
    name: string | undefined,
    family: string | undefined,
    pitch: string | undefined,
  ): boolean | undefined {
    if (name !== undefined) return this.#monospaced.has(name) || isMonospaced(name)
    if (family === undefined) return pitch === undefined ? undefined : pitch === 'fixed'
    return pitch === 'fixed' || isMonospaced(bare(family))
  }
}

const NO_ROLE = { role: undefined, contents: undefined }

function roleNamed(name: string): Pick<TextStyle, 'role' | 'contents'> {
  const displayed = name.replaceAll('_20_', ' ')
  const role = roleOf(displayed)
  return { role, contents: role === 'contents' ? Number(displayed.at(-1)) - 1 : undefined }
}

function flag(value: string | undefined, on: string): boolean | undefined {
  return value === undefined ? undefined : value === on
}

/** Raised or lowered: `super 58%`, `-33% 58%`. */
function scriptOf(position: string | undefined): TextLook['script'] {
  if (position === undefined) return undefined
  const [first = ''] = position.trim().split(/\s+/)
  if (first === 'super') return 'sup'
  if (first === 'sub') return 'sub'
  const raise = Number.parseFloat(first)
  return raise > 0 ? 'sup' : raise < 0 ? 'sub' : 'none'
}

function isGround(colour: string | undefined): boolean {
  return colour !== undefined && colour !== 'transparent' && !/^#?ffffff$/i.test(colour)
}

function bare(family: string): string {
  return family.split(',')[0]!.replaceAll(/['"]/g, '').trim()
}
