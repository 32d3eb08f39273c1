import { childrenOf, findChild, type XmlElement } from '../package/read-xml.ts'
import { isOn } from './look.ts'

/** A field that is open: what it is told to show, and since when that is shown. */
interface Field {
  instruction: string
  showsResult: boolean
  href: string | undefined
}

/** Fields within each other. */
const FIELDS_MAX_DEPTH = 64
const INSTRUCTION_MAX_CHARS = 4000
/** Fields that number pages. */
const OF_PAGES = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i

/** The fields that the text of one part stands in; they may begin in one paragraph and end in another (ISO/IEC 29500-1, 17.16). */
export class Fields {
  readonly #open: Field[] = []
  #tooDeep = 0

  /** Whether text is shown: it is not part of an instruction. */
  get showsText(): boolean {
    return this.#open.every(({ showsResult }) => showsResult)
  }

  /** Whether text is the number of a page. */
  get showsPages(): boolean {
    return this.#open.some(({ instruction }) => isOfPages(instruction))
  }

  /** Where the field leads that text stands in. */
  get href(): string | undefined {
    return this.#open.findLast(({ href }) => href !== undefined)?.href
  }

  /** Takes the beginning, the middle or the end of a field; returns what a control shows that has no result. */
  take(mark: XmlElement): string {
    switch (mark.attributes.get('w:fldCharType')) {
      case 'begin':
        if (this.#open.length >= FIELDS_MAX_DEPTH) this.#tooDeep += 1
        else this.#open.push({ instruction: '', showsResult: false, href: undefined })
        return shownControl(findChild(mark, 'w:ffData'))
      case 'separate': {
        const field = this.#open.at(-1)
        if (field && this.#tooDeep === 0) {
          field.showsResult = true
          field.href = findAddress(field.instruction)
        }
        return ''
      }
      default:
        if (this.#tooDeep > 0) this.#tooDeep -= 1
        else this.#open.pop()
        return ''
    }
  }

  addInstruction(text: string): void {
    const field = this.#open.at(-1)
    if (field && field.instruction.length < INSTRUCTION_MAX_CHARS) field.instruction += text
  }
}

/** Where an instruction leads: the address of a link out of the document. */
export function findAddress(instruction: string): string | undefined {
  const rest = /^\s*HYPERLINK\b([^]*)$/i.exec(instruction)?.[1]
  if (rest === undefined) return undefined
  const address = /^\s*(?:\\[nt]\s+)*(?:"([^"]*)"|([^\s"\\][^\s"]*))/i.exec(rest)
  const place = /\\l\s*(?:"([^"]*)"|([^\s"]+))/i.exec(rest)
  const found = (address?.[1] ?? address?.[2] ?? '').replaceAll('\\\\', '\\')
  if (found === '') return undefined
  return withPlace(found, place?.[1] ?? place?.[2])
}

/** An address with a place in what it leads to. */
export function withPlace(address: string, place: string | undefined): string {
  return place === undefined || place === '' || address.includes('#')
    ? address
    : `${address}#${place}`
}

/** Whether an instruction shows the number of a page. */
export function isOfPages(instruction: string): boolean {
  return OF_PAGES.test(instruction)
}

/** A box to tick, or the chosen entry of a list, of forms (17.16.17). */
function shownControl(data: XmlElement | undefined): string {
  const box = findChild(data, 'w:checkBox')
  if (box) {
    const state = findChild(box, 'w:checked') ?? findChild(box, 'w:default')
    return state && isOn(state) ? '☒' : '☐'
  }
  const list = findChild(data, 'w:ddList')
  const chosen = findChild(list, 'w:result') ?? findChild(list, 'w:default')
  const entry = childrenOf(list, 'w:listEntry')[Number(chosen?.attributes.get('w:val') ?? 0)]
  return entry?.attributes.get('w:val') ?? ''
}
