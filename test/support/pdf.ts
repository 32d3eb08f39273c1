import { deflateSync } from 'node:zlib'

/**
 * Fonts of the test documents. None is embedded; `cjk` needs the predefined character map GBK-EUC-H,
 * and `hidden` says that its x is U+2063, which no reader sees.
 */
export type TestFont = 'sans' | 'bold' | 'italic' | 'mono' | 'cjk' | 'hidden'

/** One page: its drawing operators, the links on it, and its structure when the document is tagged. */
export interface TestPage {
  ops: string
  links?: readonly { rect: readonly [number, number, number, number]; url: string }[]
  structure?: readonly TestElement[]
}

/** An element of the structure; numbers are marked content of the page. */
export interface TestElement {
  role: string
  alt?: string
  kids: readonly (TestElement | number)[]
}

/** What a test document has besides its pages. */
export interface TestDocument {
  title?: string
  author?: string
  /** Bookmarks; `y` counts from the lower end of the page. */
  outline?: readonly { title: string; level: 1 | 2; page: number; y: number }[]
  /** Bytes of a stream that no page uses. */
  embedded?: Uint8Array
}

export const PAGE_WIDTH = 595
export const PAGE_HEIGHT = 842

const FONTS: Record<Exclude<TestFont, 'hidden'>, string> = {
  sans: '/Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding',
  bold: '/Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding',
  italic: '/Type1 /BaseFont /Helvetica-Oblique /Encoding /WinAnsiEncoding',
  mono: '/Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding',
  cjk: '/Type0 /BaseFont /STSong-Light /Encoding /GBK-EUC-H /DescendantFonts [<</Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo <</Registry (Adobe) /Ordering (GB1) /Supplement 2>> /DW 1000>>]',
}

const HIDDEN_MAP =
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange ' +
  '3 beginbfchar <61> <0061> <62> <0062> <78> <2063> endbfchar endcmap end end'

/** Draws one line of text with its baseline at `y` points from the lower end of the page. */
export function text(
  x: number,
  y: number,
  content: string,
  font: TestFont = 'sans',
  size = 10,
): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td ${literal(content)} Tj ET\n`
}

/** Draws a line of bytes in the encoding of the font, in hexadecimal. */
export function hexText(x: number, y: number, hex: string, font: TestFont, size = 10): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td <${hex}> Tj ET\n`
}

/** Draws lines of text below each other, from `y` downwards. */
export function paragraph(
  x: number,
  y: number,
  lines: readonly string[],
  font: TestFont = 'sans',
  size = 10,
): string {
  return lines.map((line, index) => text(x, y - index * size * 1.2, line, font, size)).join('')
}

/** Strokes a line. */
export function rule(x: number, y: number, toX: number, toY = y): string {
  return `${x} ${y} m ${toX} ${toY} l S\n`
}

/** Marks what is drawn as content of the structure. */
export function marked(id: number, ops: string): string {
  return `/P <</MCID ${id}>> BDC\n${ops}EMC\n`
}

function literal(content: string): string {
  const bytes = Array.from(content, (char) => {
    const code = char.charCodeAt(0)
    if (code < 32 || code > 255) throw new Error(`not in Latin-1: ${char}`)
    return '\\()'.includes(char) ? `\\${char}` : char
  })
  return `(${bytes.join('')})`
}

/** Writes a document (PDF 1.7). */
export function pdfOf(pages: readonly (TestPage | string)[], document: TestDocument = {}): Buffer {
  const writer = new Writer()
  const catalog = writer.reserve()
  const tree = writer.reserve()
  const fonts = Object.entries(FONTS)
    .map(([name, font]) => `/${name} ${writer.add(`<</Type /Font /Subtype ${font}>>`)} 0 R`)
    .join(' ')
  const hidden = writer.addStream('', Buffer.from(HIDDEN_MAP))
  const hiddenFont = writer.add(`<</Type /Font /Subtype ${FONTS.sans} /ToUnicode ${hidden} 0 R>>`)
  const root = writer.reserve()
  const parents: string[] = []
  const kids: string[] = []
  const numbers = pages.map((given, index) => {
    const page = typeof given === 'string' ? { ops: given } : given
    const number = writer.reserve()
    const content = deflateSync(Buffer.from(page.ops, 'latin1'))
    const stream = writer.addStream('/Filter /FlateDecode', content)
    const links = (page.links ?? []).map(({ rect, url }) =>
      writer.add(
        `<</Type /Annot /Subtype /Link /Border [0 0 0] /Rect [${rect.join(' ')}] /A <</S /URI /URI ${literal(url)}>>>>`,
      ),
    )
    const owners: number[] = []
    for (const element of page.structure ?? []) {
      kids.push(`${addElement(writer, element, root, number, owners)} 0 R`)
    }
    parents.push(`${index} [${owners.map((owner) => `${owner} 0 R`).join(' ')}]`)
    writer.set(
      number,
      `<</Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] /Contents ${stream} 0 R ` +
        `/Resources <</Font <<${fonts} /hidden ${hiddenFont} 0 R>>>> /StructParents ${index} ` +
        `/Annots [${links.map((link) => `${link} 0 R`).join(' ')}]>>`,
    )
    return number
  })
  const isTagged = kids.length > 0
  writer.set(
    root,
    `<</Type /StructTreeRoot /K [${kids.join(' ')}] /ParentTree <</Nums [${parents.join(' ')}]>>>>`,
  )
  writer.set(
    tree,
    `<</Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${numbers.length}>>`,
  )
  const outline = addOutline(writer, document.outline ?? [], numbers)
  writer.set(
    catalog,
    `<</Type /Catalog /Pages ${tree} 0 R ${outline}` +
      `${isTagged ? `/MarkInfo <</Marked true>> /StructTreeRoot ${root} 0 R` : ''}>>`,
  )
  if (document.embedded) writer.addStream('/Type /EmbeddedFile', document.embedded)
  const { title = '', author = '' } = document
  const info = writer.add(`<</Title ${literal(title)} /Author ${literal(author)}>>`)
  return writer.finish(catalog, info)
}

function addElement(
  writer: Writer,
  { role, alt, kids }: TestElement,
  parent: number,
  page: number,
  owners: number[],
): number {
  const number = writer.reserve()
  const written = kids.map((kid) => {
    if (typeof kid !== 'number') return `${addElement(writer, kid, number, page, owners)} 0 R`
    owners[kid] = number
    return `<</Type /MCR /Pg ${page} 0 R /MCID ${kid}>>`
  })
  const alternative = alt === undefined ? '' : `/Alt ${literal(alt)}`
  writer.set(
    number,
    `<</Type /StructElem /S /${role} /P ${parent} 0 R /Pg ${page} 0 R ${alternative} /K [${written.join(' ')}]>>`,
  )
  return number
}

/** Bookmarks of two levels: those of the second hang under the one of the first before them. */
function addOutline(
  writer: Writer,
  entries: NonNullable<TestDocument['outline']>,
  pages: readonly number[],
): string {
  if (entries.length === 0) return ''
  const root = writer.reserve()
  const numbers = entries.map(() => writer.reserve())
  const parentOf = (index: number): number => {
    const above = entries.slice(0, index).findLastIndex(({ level }) => level === 1)
    return entries[index]?.level === 2 && above >= 0 ? (numbers[above] as number) : root
  }
  const childrenOf = (parent: number): number[] =>
    numbers.filter((_, index) => parentOf(index) === parent)
  const ends = (parent: number): string => {
    const children = childrenOf(parent)
    return children.length === 0 ? '' : `/First ${children[0]} 0 R /Last ${children.at(-1)} 0 R`
  }
  for (const [index, { title, page, y }] of entries.entries()) {
    const number = numbers[index] as number
    const siblings = childrenOf(parentOf(index))
    const at = siblings.indexOf(number)
    const previous = siblings[at - 1]
    const next = siblings[at + 1]
    writer.set(
      number,
      `<</Title ${literal(title)} /Parent ${parentOf(index)} 0 R ${ends(number)} ` +
        `${previous === undefined ? '' : `/Prev ${previous} 0 R`} ${next === undefined ? '' : `/Next ${next} 0 R`} ` +
        `/Dest [${pages[page - 1]} 0 R /XYZ 0 ${y} 0]>>`,
    )
  }
  writer.set(root, `<</Type /Outlines ${ends(root)}>>`)
  return `/Outlines ${root} 0 R `
}

/** Numbers objects and writes them with their cross-reference table. */
class Writer {
  readonly #objects: Buffer[] = []

  reserve(): number {
    return this.#objects.push(Buffer.from('null'))
  }

  set(number: number, body: string): void {
    this.#objects[number - 1] = Buffer.from(body, 'latin1')
  }

  add(body: string): number {
    return this.#objects.push(Buffer.from(body, 'latin1'))
  }

  addStream(entries: string, bytes: Uint8Array): number {
    const head = `<<${entries} /Length ${bytes.length}>>\nstream\n`
    return this.#objects.push(Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')]))
  }

  finish(catalog: number, info: number): Buffer {
    const chunks = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')]
    let length = chunks[0]?.length ?? 0
    const offsets = this.#objects.map((body, index) => {
      const offset = length
      const chunk = Buffer.concat([
        Buffer.from(`${index + 1} 0 obj\n`),
        body,
        Buffer.from('\nendobj\n'),
      ])
      chunks.push(chunk)
      length += chunk.length
      return offset
    })
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    const size = offsets.length + 1
    chunks.push(
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}` +
          `trailer\n<</Size ${size} /Root ${catalog} 0 R /Info ${info} 0 R>>\nstartxref\n${length}\n%%EOF\n`,
      ),
    )
    return Buffer.concat(chunks)
  }
}
