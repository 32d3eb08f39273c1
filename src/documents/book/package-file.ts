import type { Facts } from '../document.ts'
import { childrenOf, findChild, innerText, type XmlElement } from '../package/read-xml.ts'
import { resolvePath } from '../package/relationships.ts'

/** A file of a book that its package names. */
export interface BookItem {
  path: string
  mediaType: string
  /** Words such as `nav` and `cover-image`. */
  properties: string
}

/** What the package of a book says (EPUB 3.3, 5; EPUB 2 too). */
export interface BookPackage {
  facts: Facts
  /** In the order of reading; what stands beside it comes last. */
  spine: BookItem[]
  /** Files that list the contents. */
  contents: BookItem[]
  /** Path of the picture of the cover. */
  cover: string | undefined
}

/** Reads the package at a path. */
export function readPackageFile(root: XmlElement, path: string): BookPackage {
  const items = new Map<string, BookItem>()
  for (const { attributes } of childrenOf(findChild(root, 'manifest'), 'item')) {
    items.set(attributes.get('id') ?? '', {
      path: pathOf(path, attributes.get('href') ?? ''),
      mediaType: attributes.get('media-type') ?? '',
      properties: attributes.get('properties') ?? '',
    })
  }
  const spine = findChild(root, 'spine')
  const main: BookItem[] = []
  const beside: BookItem[] = []
  const named = new Set<string>()
  for (const { attributes } of childrenOf(spine, 'itemref')) {
    const id = attributes.get('idref') ?? ''
    const item = items.get(id)
    if (!item || named.has(id) || hasProperty(item, 'nav')) continue
    named.add(id)
    if (attributes.get('linear') === 'no') beside.push(item)
    else main.push(item)
  }
  const metadata = findChild(root, 'metadata')
  const coverId = childrenOf(metadata, 'meta').find(
    ({ attributes }) => attributes.get('name') === 'cover',
  )
  const all = [...items.values()]
  return {
    facts: readFacts(metadata),
    spine: [...main, ...beside],
    contents: [
      ...all.filter((item) => hasProperty(item, 'nav')),
      ...[items.get(spine?.attributes.get('toc') ?? '')].filter((item) => item !== undefined),
      ...all.filter(({ mediaType }) => mediaType === 'application/x-dtbncx+xml'),
    ],
    cover: (
      all.find((item) => hasProperty(item, 'cover-image')) ??
      items.get(coverId?.attributes.get('content') ?? '')
    )?.path,
  }
}

/** The path of a file that another names, without what stands after `#`. */
export function pathOf(from: string, href: string): string {
  const [bare = ''] = href.split('#', 1)
  return bare === '' ? from : resolvePath(from, unescaped(bare))
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function hasProperty({ properties }: BookItem, name: string): boolean {
  return properties.split(/\s+/).includes(name)
}

function readFacts(metadata: XmlElement | undefined): Facts {
  // EPUB 2 before its last version keeps these in elements of their own.
  const holder = findChild(metadata, 'dc-metadata') ?? metadata
  const texts = (name: string): string[] =>
    childrenOf(holder, name)
      .map((element) => innerText(element).replaceAll(/\s+/g, ' ').trim())
      .filter((text) => text !== '')
  const dates = childrenOf(holder, 'dc:date')
  const published =
    dates.find((date) => !/modif|creat/i.test(eventOf(date))) ?? dates.find(() => true)
  const modified = childrenOf(metadata, 'meta').find(
    ({ attributes }) => attributes.get('property') === 'dcterms:modified',
  )
  return {
    title: texts('dc:title')[0],
    authors: texts('dc:creator'),
    createdAt: innerText(published),
    modifiedAt: innerText(modified ?? dates.find((date) => /modif/i.test(eventOf(date)))),
  }
}

function eventOf({ attributes }: XmlElement): string {
  return attributes.get('opf:event') ?? attributes.get('event') ?? ''
}
