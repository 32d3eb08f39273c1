import { zipOf } from './zip.ts'

const CONTAINER =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="O/b.opf"/></rootfiles></container>'

/** A chapter: its body, attributes of its place in the manifest and in the spine. */
export interface Chapter {
  body: string
  item?: string
  ref?: string
}

/** A book of these chapters, whose files are `c1.xhtml` and so on. */
export function bookOf(
  chapters: readonly Chapter[],
  parts: Readonly<Record<string, string>> = {},
  manifest = '',
): Buffer {
  const items = chapters.map(
    ({ item = '' }, at) =>
      `<item id="i${at + 1}" href="c${at + 1}.xhtml" media-type="application/xhtml+xml" ${item}/>`,
  )
  const refs = chapters.map(({ ref = '' }, at) => `<itemref idref="i${at + 1}" ${ref}/>`)
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': CONTAINER,
    'O/b.opf': `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A book</dc:title><dc:creator>A. Heron</dc:creator><dc:creator>B. Gull</dc:creator><dc:date>2023-04-05</dc:date><meta property="dcterms:modified">2024-01-02T03:04:05Z</meta></metadata><manifest>${items.join('')}${manifest}</manifest><spine>${refs.join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map(({ body }, at) => [
        `O/c${at + 1}.xhtml`,
        `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title/></head><body>${body}</body></html>`,
      ]),
    ),
    ...parts,
  })
}
