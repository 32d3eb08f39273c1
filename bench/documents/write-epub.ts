import type { DocumentSource } from './source.ts'
import { writeHtmlBody } from './write-html.ts'

/** Files of a document as a book, as small as it can be: each heading of the first level begins a chapter. */
export function writeEpubFiles(source: DocumentSource): Record<string, string> {
  const chapters: DocumentSource['blocks'][] = []
  for (const block of source.blocks) {
    if (chapters.length === 0 || (block.kind === 'heading' && block.level === 1)) chapters.push([])
    chapters.at(-1)!.push(block)
  }
  const items = chapters.map(
    (_, at) => `<item id="c${at}" href="c${at}.xhtml" media-type="application/xhtml+xml"/>`,
  )
  const refs = chapters.map((_, at) => `<itemref idref="c${at}"/>`)
  return {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    'book.opf': `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A book</dc:title><dc:language>en</dc:language></metadata><manifest>${items.join('')}</manifest><spine>${refs.join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((blocks, at) => [
        `c${at}.xhtml`,
        `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A book</title></head><body>${writeHtmlBody({ ...source, blocks })}</body></html>`,
      ]),
    ),
  }
}
