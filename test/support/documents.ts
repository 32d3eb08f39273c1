const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const NAMESPACES = [
  `xmlns:w="${W}"`,
  `xmlns:r="${R}"`,
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(' ')

/** Parts of a document of Word; those with a name are written under `word/`. */
export interface WordParts {
  body: string
  styles?: string
  numbering?: string
  footnotes?: string
  endnotes?: string
  comments?: string
  settings?: string
  header1?: string
  footer1?: string
  /** Addresses by the ids of their relationships. */
  links?: Readonly<Record<string, string>>
  more?: Readonly<Record<string, string>>
}

const ROOTS: Readonly<Record<string, string>> = { header1: 'hdr', footer1: 'ftr' }

/** Files of a small document of Word. */
export function wordFiles({
  body,
  links = {},
  more = {},
  ...parts
}: WordParts): Record<string, string> {
  const related = Object.keys(parts).map((name) => {
    const type = name.replace(/1$/, '')
    return `<Relationship Id="${name}" Type="${R}/${type}" Target="${name}.xml"/>`
  })
  for (const [id, href] of Object.entries(links)) {
    related.push(
      `<Relationship Id="${id}" Type="${R}/hyperlink" Target="${href}" TargetMode="External"/>`,
    )
  }
  const inner = Object.entries(parts).map(([name, xml]) => {
    const root = ROOTS[name] ?? name
    return [`word/${name}.xml`, `<w:${root} ${NAMESPACES}>${xml}</w:${root}>`]
  })
  return {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${R}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related.join('')}</Relationships>`,
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(inner),
    ...more,
  }
}

const ODF = 'urn:oasis:names:tc:opendocument:xmlns'
/** Namespaces of ODF under their usual prefixes. */
export const ODF_NAMESPACES = [
  'office',
  'text',
  'table',
  'style',
  'meta',
  'manifest',
  'presentation',
  'chart',
]
  .map((name) => `xmlns:${name}="${ODF}:${name}:1.0"`)
  .concat(
    `xmlns:draw="${ODF}:drawing:1.0"`,
    `xmlns:fo="${ODF}:xsl-fo-compatible:1.0"`,
    `xmlns:svg="${ODF}:svg-compatible:1.0"`,
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  )
  .join(' ')

/** Files of a small text document of ODF: its text, its automatic styles, the inside of `styles.xml`. */
export function textFiles(
  text: string,
  automatic = '',
  { common = '', more = {} }: { common?: string; more?: Readonly<Record<string, string>> } = {},
): Record<string, string> {
  return {
    ...openDocumentFiles('text', text, automatic),
    'styles.xml': `<office:document-styles ${ODF_NAMESPACES}>${common}</office:document-styles>`,
    ...Object.fromEntries(
      Object.entries(more).map(([name, xml]) => [
        name,
        xml.replaceAll('NAMESPACES', ODF_NAMESPACES),
      ]),
    ),
  }
}

/** Files of a small document of ODF: what is in its body, its automatic styles, and other files. */
export function openDocumentFiles(
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  automatic = '',
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content ${ODF_NAMESPACES}><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...more,
  }
}
