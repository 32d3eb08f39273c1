import { zipOf } from './zip.ts'

const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** One slide: its shapes, attributes of the slide, and links by their ids. */
export interface SlideText {
  shapes: string
  attributes?: string
  links?: Readonly<Record<string, { type: string; target: string; isExternal?: boolean }>>
}

/** Where a shape stands, in units of the slide, which is 1,000 wide and 800 high. */
export type At = readonly [left: number, top: number, width: number, height: number]

/** A shape with paragraphs (as XML of their runs and properties), in a placeholder of a type where it is named. */
export function shape(
  paragraphs: readonly string[],
  { type, at, attributes = '' }: { type?: string; at?: At; attributes?: string } = {},
): string {
  const holder = type === undefined ? '' : `<p:ph type="${type}"/>`
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x" ${attributes}/><p:cNvSpPr/><p:nvPr>${holder}</p:nvPr></p:nvSpPr>` +
    `<p:spPr>${at ? place(at) : ''}</p:spPr><p:txBody><a:bodyPr/>${paragraphs.map((each) => `<a:p>${each}</a:p>`).join('')}</p:txBody></p:sp>`
  )
}

export function place([x, y, width, height]: At): string {
  return `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`
}

/** A run of text with the attributes of its properties. */
export function run(text: string, attributes = '', inner = ''): string {
  return `<a:r><a:rPr ${attributes}>${inner}</a:rPr><a:t>${text}</a:t></a:r>`
}

/** A presentation of these slides, with the other parts that it is given. */
export function pptxOf(
  slides: readonly SlideText[],
  parts: Readonly<Record<string, string>> = {},
): Buffer {
  const files: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
    '_rels/.rels': relationships({
      r1: { type: 'officeDocument', target: 'ppt/presentation.xml' },
    }),
    'ppt/presentation.xml': `<p:presentation ${NAMESPACES}><p:sldIdLst>${slides
      .map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at + 1}"/>`)
      .join('')}</p:sldIdLst><p:sldSz cx="1000" cy="800"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      Object.fromEntries(
        slides.map((_, at) => [
          `s${at + 1}`,
          { type: 'slide', target: `slides/slide${at + 1}.xml` },
        ]),
      ),
    ),
  }
  for (const [at, { shapes, attributes = '', links = {} }] of slides.entries()) {
    files[`ppt/slides/slide${at + 1}.xml`] =
      `<p:sld ${NAMESPACES} ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`
    files[`ppt/slides/_rels/slide${at + 1}.xml.rels`] = relationships(links)
  }
  return zipOf({ ...files, ...parts })
}

/** The relationships of a part by their ids. */
export function relationships(links: NonNullable<SlideText['links']>): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(
    links,
  )
    .map(
      ([id, { type, target, isExternal = false }]) =>
        `<Relationship Id="${id}" Type="${RELATIONSHIP}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`
}

/** The root of a part with the namespaces of presentations. */
export function part(name: string, inner: string): string {
  return `<${name} ${NAMESPACES}>${inner}</${name}>`
}
