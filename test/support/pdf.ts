import { deflateSync } from 'node:zlib'

/**
 * Fonts of the test documents. None is embedded; `cjk` needs the predefined character map GBK-EUC-H,
 * and `hidden` says that its x is U+2063, which no reader sees. In `hebrew` the letters from a on are those from alef on, in
 * `arabic` they are the shapes that ARABIC_SHAPES names.
 */
export type TestFont = 'sans' | 'bold' | 'italic' | 'mono' | 'cjk' | 'hidden' | 'hebrew' | 'arabic'

/** One page: its drawing operators, the links on it, and its structure when the document is tagged. */
export interface TestPage {
  ops: string
  /** Entries of annotation dictionaries: notes, fields of forms. */
  annotations?: readonly string[]
  links?: readonly { rect: readonly [number, number, number, number]; url: string }[]
  structure?: readonly TestElement[]
}

/** An element of the structure; numbers are marked content of the page. */
export interface TestElement {
  role: string
  /** How many elements of this role stand in each other; the innermost holds the kids. */
  times?: number
  alt?: string
  kids: readonly (TestElement | number)[]
}

/** What a test document has besides its pages. */
export interface TestDocument {
  title?: string
  author?: string
  /** The program that the text was written with. */
  creator?: string
  /** Bookmarks; `y` counts from the lower end of the page. */
  outline?: readonly { title: string; level: 1 | 2; page: number; y: number }[]
  /** Layers, as `/OC /layer0 BDC … EMC` draws on the first: whether each is shown. */
  layers?: readonly boolean[]
  /** Bytes of a stream that no page uses. */
  embedded?: Uint8Array
}

export const PAGE_WIDTH = 595
export const PAGE_HEIGHT = 842

const FONTS: Record<Exclude<TestFont, 'hidden' | 'hebrew' | 'arabic'>, string> = {
  sans: '/Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding',
  bold: '/Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding',
  italic: '/Type1 /BaseFont /Helvetica-Oblique /Encoding /WinAnsiEncoding',
  mono: '/Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding',
  cjk: '/Type0 /BaseFont /STSong-Light /Encoding /GBK-EUC-H /DescendantFonts [<</Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo <</Registry (Adobe) /Ordering (GB1) /Supplement 2>> /DW 1000>>]',
}

/** What the letters from a on are in the font `arabic`: a lam with its alef, and final or middle forms of other letters. */
export const ARABIC_SHAPES: readonly string[] = ['\uFEFB', '\uFEB3', '\uFEE2', '\uFE8D', '\uFEDF']

/** What letters of a font are, for its ToUnicode. */
function unicodeMap(letters: Readonly<Record<string, string>>): Buffer {
  const hex = (meant: string): string =>
    Array.from(meant, (char) => char.charCodeAt(0).toString(16).padStart(4, '0')).join('')
  const entries = Object.entries(letters).map(
    ([letter, unicode]) => `<${letter.charCodeAt(0).toString(16)}> <${hex(unicode)}>`,
  )
  return Buffer.from(
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange ' +
      `${entries.length} beginbfchar ${entries.join(' ')} endbfchar endcmap end end`,
  )
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const ALEF = 0x05d0
/** Letters of the Hebrew alphabet with their final forms. */
const HEBREW_COUNT = 27
const PRINTED = Object.fromEntries(Array.from(' ().,0123456789ABCDEFGHIJ', (char) => [char, char]))

const MAPPED_FONTS: Readonly<
  Record<'hidden' | 'hebrew' | 'arabic', Readonly<Record<string, string>>>
> = {
  hidden: { a: 'a', b: 'b', x: '\u2063' },
  hebrew: {
    ...PRINTED,
    ...Object.fromEntries(
      Array.from(LETTERS.slice(0, HEBREW_COUNT), (letter, index) => [
        letter,
        String.fromCharCode(ALEF + index),
      ]),
    ),
  },
  arabic: {
    ...PRINTED,
    ...Object.fromEntries(ARABIC_SHAPES.map((shape, index) => [LETTERS.charAt(index), shape])),
  },
}

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
  const mapped = Object.entries(MAPPED_FONTS)
    .map(([name, letters]) => {
      const map = writer.addStream('', unicodeMap(letters))
      return `/${name} ${writer.add(`<</Type /Font /Subtype ${FONTS.sans} /ToUnicode ${map} 0 R>>`)} 0 R`
    })
    .join(' ')
  const layers = (document.layers ?? []).map((isShown, at) => ({
    isShown,
    number: writer.add(`<</Type /OCG /Name (Layer ${at})>>`),
  }))
  const refsOf = (some: readonly { number: number }[]): string =>
    some.map(({ number }) => `${number} 0 R`).join(' ')
  const properties = layers.map(({ number }, at) => `/layer${at} ${number} 0 R`).join(' ')
  const root = writer.reserve()
  const parents: string[] = []
  const kids: string[] = []
  const fields: number[] = []
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
    const annotations = (page.annotations ?? []).map((entries) =>
      writer.add(`<</Type /Annot ${entries}>>`),
    )
    fields.push(...annotations)
    const owners: number[] = []
    for (const element of page.structure ?? []) {
      kids.push(`${addElement(writer, element, root, number, owners)} 0 R`)
    }
    parents.push(`${index} [${owners.map((owner) => `${owner} 0 R`).join(' ')}]`)
    writer.set(
      number,
      `<</Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] /Contents ${stream} 0 R ` +
        `/Resources <</Font <<${fonts} ${mapped}>> /Properties <<${properties}>>>> /StructParents ${index} ` +
        `/Annots [${[...links, ...annotations].map((one) => `${one} 0 R`).join(' ')}]>>`,
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
      `/AcroForm <</Fields [${fields.map((field) => `${field} 0 R`).join(' ')}]>> ` +
      (layers.length > 0
        ? `/OCProperties <</OCGs [${refsOf(layers)}] /D <</OFF [${refsOf(layers.filter(({ isShown }) => !isShown))}]>>>> `
        : '') +
      `${isTagged ? `/MarkInfo <</Marked true>> /StructTreeRoot ${root} 0 R` : ''}>>`,
  )
  if (document.embedded) writer.addStream('/Type /EmbeddedFile', document.embedded)
  const { title = '', author = '', creator = '' } = document
  const info = writer.add(
    `<</Title ${literal(title)} /Author ${literal(author)} /Creator ${literal(creator)}>>`,
  )
  return writer.finish(catalog, info)
}

function addElement(
  writer: Writer,
  { role, times = 1, alt, kids }: TestElement,
  outermost: number,
  page: number,
  owners: number[],
): number {
  const outer = Array.from({ length: times - 1 }, () => writer.reserve())
  const number = writer.reserve()
  for (const [index, one] of outer.entries()) {
    const [above, below] = [outer[index - 1] ?? outermost, outer[index + 1] ?? number]
    writer.set(
      one,
      `<</Type /StructElem /S /${role} /P ${above} 0 R /Pg ${page} 0 R /K [${below} 0 R]>>`,
    )
  }
  const parent = outer.at(-1) ?? outermost
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
  return outer[0] ?? number
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
