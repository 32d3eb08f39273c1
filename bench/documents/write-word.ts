import { escapeHtml } from '../../src/lib/escape-html.ts'
import type { Block, Cell, DocumentSource, Inline, List } from './source.ts'

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const NAMESPACES = `xmlns:w="${W}" xmlns:r="${R}"`
const LOOKS: Readonly<Record<string, string>> = {
  bold: '<w:b/>',
  italic: '<w:i/>',
  struck: '<w:strike/>',
  code: '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/>',
  sup: '<w:vertAlign w:val="superscript"/>',
  sub: '<w:vertAlign w:val="subscript"/>',
}
const FORMATS: Readonly<Record<List['type'], string>> = {
  '-': 'bullet',
  '1': 'decimal',
  a: 'lowerLetter',
  i: 'lowerRoman',
}

/** Files of a document as a small package of Word, with the names that styles have in a German one. */
export function writeDocxFiles({ blocks }: DocumentSource): Record<string, string> {
  const writer = new Writer()
  const body = blocks.map((block) => writer.block(block)).join('')
  return {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': relationships([['r1', 'officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': relationships([
      ['s', 'styles', 'styles.xml'],
      ['n', 'numbering', 'numbering.xml'],
      ['f', 'footnotes', 'footnotes.xml'],
      ...writer.links.map((href, at): [string, string, string] => [`l${at}`, 'hyperlink', href]),
    ]),
    'word/styles.xml': `<w:styles ${NAMESPACES}>${STYLES}</w:styles>`,
    'word/numbering.xml': `<w:numbering ${NAMESPACES}>${writer.abstracts.join('')}${writer.nums.join('')}</w:numbering>`,
    'word/footnotes.xml': `<w:footnotes ${NAMESPACES}><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>${writer.notes.join('')}</w:footnotes>`,
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
  }
}

function relationships(all: readonly (readonly [string, string, string])[]): string {
  const inner = all.map(
    ([id, type, target]) =>
      `<Relationship Id="${id}" Type="${R}/${type}" Target="${escapeHtml(target)}"${type === 'hyperlink' ? ' TargetMode="External"' : ''}/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner.join('')}</Relationships>`
}

const STYLES = [
  '<w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Kopf"><w:name w:val="Kopf"/><w:basedOn w:val="Standard"/><w:rPr><w:b/></w:rPr></w:style>',
  ...[1, 2, 3, 4, 5, 6].map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="berschrift${level}"><w:name w:val="Meine Ebene ${level}"/><w:basedOn w:val="Kopf"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`,
  ),
  '<w:style w:type="paragraph" w:styleId="HTMLVorformatiert"><w:name w:val="HTML Preformatted"/><w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr></w:style>',
  '<w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/><w:pPr><w:ind w:left="864"/></w:pPr><w:rPr><w:i/></w:rPr></w:style>',
].join('')

class Writer {
  readonly links: string[] = []
  readonly notes: string[] = []
  readonly abstracts: string[] = []
  readonly nums: string[] = []

  block(each: Block): string {
    switch (each.kind) {
      case 'heading':
        return this.#paragraph(`<w:pStyle w:val="berschrift${each.level}"/>`, each.inlines)
      case 'quote':
        return this.#paragraph('<w:pStyle w:val="Zitat"/>', each.inlines)
      case 'code':
        return each.lines
          .map((text) =>
            this.#paragraph('<w:pStyle w:val="HTMLVorformatiert"/>', [{ kind: 'text', text }]),
          )
          .join('')
      case 'list':
        return this.#list(each.list, 0)
      case 'table':
        return this.#table(each.rows)
      default:
        return this.#paragraph('', each.inlines)
    }
  }

  #paragraph(properties: string, inlines: readonly Inline[]): string {
    const runs = inlines.map((part) => this.#inline(part)).join('')
    return `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`
  }

  #inline(part: Inline): string {
    const text = `<w:t xml:space="preserve">${escapeHtml(part.text)}</w:t>`
    if (part.kind === 'link') {
      if (part.text.length % 2 === 0) {
        const id = this.links.push(part.href) - 1
        return `<w:hyperlink r:id="l${id}"><w:r>${text}</w:r></w:hyperlink>`
      }
      const instruction = escapeHtml(` HYPERLINK "${part.href}" `)
      return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r>${text}</w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
    }
    if (part.kind === 'note') {
      const id = this.notes.length + 1
      this.notes.push(
        `<w:footnote w:id="${id}"><w:p><w:r><w:footnoteRef/></w:r><w:r>${text}</w:r></w:p></w:footnote>`,
      )
      return `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="${id}"/></w:r>`
    }
    const look = LOOKS[part.kind]
    return `<w:r>${look === undefined ? '' : `<w:rPr>${look}</w:rPr>`}${text}</w:r>`
  }

  #list({ type, start, items }: List, level: number): string {
    const id = this.abstracts.length + 1
    const levels = Array.from({ length: 9 }, (_, at) => {
      const text = type === '-' ? '•' : `%${at + 1}.`
      return `<w:lvl w:ilvl="${at}"><w:start w:val="${at === level ? start : 1}"/><w:numFmt w:val="${FORMATS[type]}"/><w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${720 * (at + 1)}" w:hanging="360"/></w:pPr></w:lvl>`
    })
    this.abstracts.push(`<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`)
    this.nums.push(`<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`)
    const mark = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`
    return items
      .map(
        ({ inlines, more, inner }) =>
          this.#paragraph(mark, inlines) +
          (more ? this.#paragraph(`<w:ind w:left="${720 * (level + 1)}"/>`, more) : '') +
          (inner ? this.#list(inner, level + 1) : ''),
      )
      .join('')
  }

  #table(rows: readonly (readonly (Cell | undefined)[])[]): string {
    const width = rows[0]!.length
    const grid = `<w:tblGrid>${'<w:gridCol/>'.repeat(width)}</w:tblGrid>`
    const written = rows.map((cells, y) => {
      const inner = cells.map((cell, x) => {
        if (cell) {
          const facts = `${cell.columns > 1 ? `<w:gridSpan w:val="${cell.columns}"/>` : ''}${cell.rows > 1 ? '<w:vMerge w:val="restart"/>' : ''}`
          return `<w:tc><w:tcPr>${facts}</w:tcPr>${this.#paragraph('', cell.inlines)}</w:tc>`
        }
        const isBelow = y > 0 && (rows[y - 1]![x]?.rows ?? 1) > 1
        return isBelow ? '<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>' : ''
      })
      return `<w:tr>${y === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${inner.join('')}</w:tr>`
    })
    return `<w:tbl><w:tblPr/>${grid}${written.join('')}</w:tbl>`
  }
}
