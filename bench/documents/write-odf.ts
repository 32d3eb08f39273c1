import { escapeHtml } from '../../src/lib/escape-html.ts'
import type { Block, DocumentSource, Inline, List } from './source.ts'

const NAMESPACES = ['office', 'text', 'table', 'style', 'meta', 'manifest']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  )
  .join(' ')
const MIMETYPE = 'application/vnd.oasis.opendocument.text'
const STYLES: Readonly<Record<string, string>> = {
  bold: 'T1',
  italic: 'T2',
  struck: 'T3',
  code: 'T4',
  sup: 'T5',
  sub: 'T6',
}
const LISTS: Readonly<Record<List['type'], string>> = { '-': 'LB', '1': 'LN', a: 'LA', i: 'LI' }

/** Writes a document as one file of ODF, which office programs open. */
export function writeFlatOdf(source: DocumentSource): string {
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.2" office:mimetype="${MIMETYPE}"><office:font-face-decls>${FONTS}</office:font-face-decls><office:styles>${COMMON}</office:styles><office:automatic-styles>${automatic()}</office:automatic-styles><office:body><office:text>${source.blocks.map(block).join('')}</office:text></office:body></office:document>`
}

/** Files of a document as a package of ODF, as small as it can be. */
export function writeOdtFiles(source: DocumentSource): Record<string, string> {
  return {
    mimetype: MIMETYPE,
    'META-INF/manifest.xml': `<manifest:manifest ${NAMESPACES}><manifest:file-entry manifest:full-path="/" manifest:media-type="${MIMETYPE}"/></manifest:manifest>`,
    'styles.xml': `<office:document-styles ${NAMESPACES}><office:font-face-decls>${FONTS}</office:font-face-decls><office:styles>${COMMON}</office:styles></office:document-styles>`,
    'content.xml': `<office:document-content ${NAMESPACES}><office:font-face-decls>${FONTS}</office:font-face-decls><office:automatic-styles>${automatic()}</office:automatic-styles><office:body><office:text>${source.blocks.map(block).join('')}</office:text></office:body></office:document-content>`,
  }
}

const FONTS =
  '<style:font-face style:name="Grotesk" svg:font-family="Arial"/><style:font-face style:name="Fest" svg:font-family="&apos;Liberation Mono&apos;" style:font-pitch="fixed"/>'
const COMMON = [
  '<style:default-style style:family="paragraph"><style:text-properties style:font-name="Grotesk" fo:font-size="11pt"/></style:default-style>',
  '<style:style style:name="Standard" style:family="paragraph"/>',
  '<style:style style:name="Preformatted_20_Text" style:display-name="Preformatted Text" style:family="paragraph" style:parent-style-name="Standard"><style:text-properties style:font-name="Fest"/></style:style>',
  '<style:style style:name="Quotations" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:margin-left="1cm"/></style:style>',
  '<style:style style:name="Heading" style:family="paragraph" style:parent-style-name="Standard"><style:text-properties fo:font-weight="bold"/></style:style>',
  ...[1, 2, 3, 4, 5, 6].map(
    (level) =>
      `<style:style style:name="Heading_20_${level}" style:display-name="Heading ${level}" style:family="paragraph" style:parent-style-name="Heading" style:default-outline-level="${level}"/>`,
  ),
].join('')

function automatic(): string {
  const text = (name: string, properties: string): string =>
    `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`
  const level = (at: number): string =>
    `<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-0.6cm" fo:margin-left="${at * 1.2}cm"/></style:list-level-properties>`
  const listStyle = (name: string, mark: (at: number) => string): string =>
    `<text:list-style style:name="${name}">${[1, 2, 3, 4].map(mark).join('')}</text:list-style>`
  const numbered = (name: string, format: string): string =>
    listStyle(
      name,
      (at) =>
        `<text:list-level-style-number text:level="${at}" style:num-format="${format}" style:num-suffix=".">${level(at)}</text:list-level-style-number>`,
    )
  return [
    text('T1', 'fo:font-weight="bold"'),
    text('T2', 'fo:font-style="italic"'),
    text('T3', 'style:text-line-through-style="solid" style:text-line-through-type="single"'),
    text('T4', 'style:font-name="Fest"'),
    text('T5', 'style:text-position="super 58%"'),
    text('T6', 'style:text-position="sub 58%"'),
    listStyle(
      'LB',
      (at) =>
        `<text:list-level-style-bullet text:level="${at}" text:bullet-char="•">${level(at)}</text:list-level-style-bullet>`,
    ),
    numbered('LN', '1'),
    numbered('LA', 'a'),
    numbered('LI', 'i'),
  ].join('')
}

let notes = 0

function line(inlines: readonly Inline[]): string {
  return inlines.map(inline).join('')
}

function inline(part: Inline): string {
  const text = escapeHtml(part.text)
  if (part.kind === 'link')
    return `<text:a xlink:type="simple" xlink:href="${escapeHtml(part.href)}">${text}</text:a>`
  if (part.kind === 'note') {
    notes += 1
    return `<text:note text:id="ftn${notes}" text:note-class="footnote"><text:note-citation>${notes}</text:note-citation><text:note-body><text:p>${text}</text:p></text:note-body></text:note>`
  }
  const style = STYLES[part.kind]
  return style === undefined ? text : `<text:span text:style-name="${style}">${text}</text:span>`
}

function list({ type, start, items }: List): string {
  const inner = items.map((item, at) => {
    const number = at === 0 && start > 1 ? ` text:start-value="${start}"` : ''
    return `<text:list-item${number}><text:p>${line(item.inlines)}</text:p>${item.more ? `<text:p>${line(item.more)}</text:p>` : ''}${item.inner ? list(item.inner) : ''}</text:list-item>`
  })
  return `<text:list text:style-name="${LISTS[type]}">${inner.join('')}</text:list>`
}

function block(each: Block): string {
  switch (each.kind) {
    case 'heading':
      return `<text:h text:style-name="Heading_20_${each.level}" text:outline-level="${each.level}">${line(each.inlines)}</text:h>`
    case 'quote':
      return `<text:p text:style-name="Quotations">${line(each.inlines)}</text:p>`
    case 'code':
      return each.lines
        .map(
          (text) =>
            `<text:p text:style-name="Preformatted_20_Text">${escapeHtml(text).replace(/^ +/, (blanks) => `<text:s text:c="${blanks.length}"/>`)}</text:p>`,
        )
        .join('')
    case 'list':
      return list(each.list)
    case 'table': {
      const rows = each.rows.map((cells) => {
        const written = cells.map((cell) =>
          cell
            ? `<table:table-cell table:number-columns-spanned="${cell.columns}" table:number-rows-spanned="${cell.rows}"><text:p>${line(cell.inlines)}</text:p></table:table-cell>`
            : '<table:covered-table-cell/>',
        )
        return `<table:table-row>${written.join('')}</table:table-row>`
      })
      return `<table:table><table:table-column table:number-columns-repeated="${each.rows[0]!.length}"/>${rows.join('')}</table:table>`
    }
    default:
      return `<text:p text:style-name="Standard">${line(each.inlines)}</text:p>`
  }
}
