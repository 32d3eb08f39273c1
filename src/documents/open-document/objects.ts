import type { DocumentWriter } from '../document-writer.ts'
import { texOfMathml } from '../formulas.ts'
import { childrenOf, findChild, findRoot, type XmlElement } from '../package/read-xml.ts'
import { resolvePath } from '../package/relationships.ts'
import type { ZipPackage } from '../package/zip-package.ts'
import { shownText } from './text-plain.ts'

/** Objects within a document that are read, and the size of one. */
const OBJECTS_MAX_COUNT = 1000
const OBJECT_MAX_BYTES = 1_000_000
/** What all of them together may have. */
const OBJECTS_MAX_CHARS = 10_000_000

/** What an object within a document is, as far as it is read. */
type InnerObject = { kind: 'formula'; tex: string } | { kind: 'chart'; chart: XmlElement }

/** The objects within a document, each parsed when the text shows it. */
export class InnerObjects {
  readonly #sources: ReadonlyMap<string, string>
  readonly #read = new Map<string, InnerObject | undefined>()

  private constructor(sources: ReadonlyMap<string, string>) {
    this.#sources = sources
  }

  static async load(pack: ZipPackage): Promise<InnerObjects> {
    const sources = new Map<string, string>()
    const names = pack.names.filter((name) => /^[^/]+\/content\.xml$/.test(name))
    let charsLeft = OBJECTS_MAX_CHARS
    for (const name of names.slice(0, OBJECTS_MAX_COUNT)) {
      if (pack.sizeOf(name) > OBJECT_MAX_BYTES || charsLeft <= 0) continue
      const source = (await pack.findText(name)) ?? ''
      charsLeft -= source.length
      sources.set(name.slice(0, name.indexOf('/')), source)
    }
    return new InnerObjects(sources)
  }

  /** The object that an element refers to, or holds itself. */
  find(object: XmlElement): InnerObject | undefined {
    const math = object.children.find(
      (child): child is XmlElement => typeof child !== 'string' && isMath(child),
    )
    if (math) return { kind: 'formula', tex: texOfMathml(math) }
    const path = resolvePath('', object.attributes.get('xlink:href') ?? '')
    if (!this.#read.has(path)) this.#read.set(path, readObject(this.#sources.get(path)))
    return this.#read.get(path)
  }
}

function readObject(source: string | undefined): InnerObject | undefined {
  const root = findRoot(source)
  if (root && isMath(root)) return { kind: 'formula', tex: texOfMathml(root) }
  const chart = findChild(root, 'office:body', 'office:chart', 'chart:chart')
  return chart && { kind: 'chart', chart }
}

function isMath({ name }: XmlElement): boolean {
  return /(?:^|:)math$/.test(name)
}

/** The title of a chart, in one line. */
export function chartTitle(chart: XmlElement): string {
  const title = findChild(chart, 'chart:title')
  return title ? shownText(title) : ''
}

/** Writes a chart as its title and the table of the values that it shows. */
export function writeChart(chart: XmlElement, out: DocumentWriter): void {
  const title = chartTitle(chart)
  out.add('p', title === '' ? 'Chart:' : `Chart: ${title}`)
  const rows = childrenOf(findChild(chart, 'table:table')).flatMap((part) =>
    part.name === 'table:table-row' ? [part] : childrenOf(part, 'table:table-row'),
  )
  if (rows.length === 0) return
  out.open('table')
  for (const [index, row] of rows.entries()) {
    out.open('tr')
    for (const cell of childrenOf(row, 'table:table-cell')) {
      out.add(index === 0 ? 'th' : 'td', shownText(cell))
    }
    out.close('tr')
  }
  out.close('table')
}
