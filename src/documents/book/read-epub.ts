import { findFootnotes, type FoundFootnotes } from '../../convert/html/find-footnotes.ts'
import { selectPages } from '../../pdf/page-ranges.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Choice } from '../document.ts'
import { childrenOf, findChild, findRoot } from '../package/read-xml.ts'
import { resolvePath } from '../package/relationships.ts'
import type { ZipPackage } from '../package/zip-package.ts'
import type { OpenedPackage } from '../read-format.ts'
import { damagedPackage, guardedBook } from '../refusals.ts'
import { writeHtml } from '../text/html-body.ts'
import { findLayoutTables } from '../text/layout-tables.ts'
import { readContents } from './contents.ts'
import { DistantNotes } from './distant-notes.ts'
import { type BookItem, type BookPackage, pathOf, readPackageFile } from './package-file.ts'

const PAGE =
  /^(?:application\/xhtml\+xml|text\/html|application\/x-dtbook\+xml|text\/x-oeb1-document|)$/
/** Algorithms that only make fonts useless elsewhere. */
const FONT_ALGORITHM = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/

/** Reads a book (EPUB 2 and 3): its chapters in the order of reading. Throws `unsupported_content` for one that is guarded. */
export async function readEpub(
  { pack }: OpenedPackage,
  out: DocumentWriter,
  choice: Choice,
): Promise<void> {
  await requireUnguarded(pack)
  const path = await findPackagePath(pack)
  const root = path === undefined ? undefined : findRoot(await pack.findText(path))
  if (path === undefined || !root) throw damagedPackage()
  const book = readPackageFile(root, path)
  const { spine, facts } = book
  out.describe({ ...facts, pages: spine.length, unit: 'chapter' })
  const pages = selectPages(choice.pages, spine.length, { mayBeNone: spine.length === 0 })
  const files = new Map<string, string>()
  for (const page of pages) {
    const item = spine[page - 1]!
    if (PAGE.test(item.mediaType)) files.set(item.path, (await pack.findText(item.path)) ?? '')
  }
  const names = await readNames(pack, book)
  const notes = new DistantNotes(files)
  const labels = new Set<string>()
  for (const page of pages) {
    const item = spine[page - 1]!
    out.startPage(page)
    const source = files.get(item.path)
    if (source !== undefined) {
      const html = notes.gather(item.path, source)
      writeChapter(html, { item, name: names.get(item.path), cover: book.cover })
    } else if (item.mediaType.startsWith('image/')) {
      out.addPicture(item.path === book.cover ? 'cover' : '')
    }
  }

  function writeChapter(
    html: string,
    { item, name, cover }: { item: BookItem; name: string | undefined; cover: string | undefined },
  ): void {
    if (name !== undefined && !hasName(html, name)) out.add('h1', name)
    writeHtml(html, out, {
      footnotes: ownLabels(findFootnotes(html), labels, out.page),
      layoutTables: findLayoutTables(html),
      keepsHidden: choice.keepsHidden,
      // Places within the book have no address.
      findAddress: (href) => (/^[a-z][a-z0-9+.-]*:/i.test(href.trim()) ? href : undefined),
      findPictureName: ({ alt = '', src = '' }) =>
        alt.trim() === '' && pathOf(item.path, src) === cover ? 'cover' : alt,
    })
  }
}

/** Footnotes of a chapter with labels that no chapter before has: `2-1` where `1` is taken. */
function ownLabels(
  footnotes: FoundFootnotes | undefined,
  taken: Set<string>,
  page = 0,
): FoundFootnotes | undefined {
  if (!footnotes) return undefined
  const names = new Map<string, string>()
  for (const label of new Set(footnotes.labels.values())) {
    const own = taken.has(label) ? `${page}-${label}` : label
    names.set(label, own)
    taken.add(own)
  }
  const renamed = <K>(labels: ReadonlyMap<K, string>): Map<K, string> =>
    new Map([...labels].map(([key, label]) => [key, names.get(label) ?? label]))
  return {
    ...footnotes,
    labels: renamed(footnotes.labels),
    references: renamed(footnotes.references),
  }
}

/** Whether a chapter has a heading, or begins with its name. */
function hasName(html: string, name: string): boolean {
  const from = Math.max(0, html.search(/<body/i))
  if (/<h[1-6][\s>]/i.test(html.slice(from))) return true
  const start = html.slice(from, from + START_CHARS).replaceAll(/<[^<>]*>/g, ' ')
  return wordsOf(start).includes(wordsOf(name)) || !/[\p{L}\p{N}]/u.test(start)
}

const START_CHARS = 3000

function wordsOf(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

async function readNames(
  pack: ZipPackage,
  { contents }: BookPackage,
): Promise<ReadonlyMap<string, string>> {
  for (const { path } of contents) {
    const source = await pack.findText(path)
    const names = source === undefined ? undefined : readContents(source, path)
    if (names && names.size > 0) return names
  }
  return new Map()
}

/** Path of the package of a book by its container (EPUB OCF 3.3, 4.2.6.3.1), else of the first one there is. */
async function findPackagePath(pack: ZipPackage): Promise<string | undefined> {
  const container = findRoot(await pack.findText('META-INF/container.xml'))
  const paths = childrenOf(findChild(container, 'rootfiles'), 'rootfile').map(({ attributes }) =>
    resolvePath('', attributes.get('full-path') ?? ''),
  )
  return paths.find((path) => pack.has(path)) ?? pack.names.find((name) => name.endsWith('.opf'))
}

async function requireUnguarded(pack: ZipPackage): Promise<void> {
  const root = findRoot(await pack.findText('META-INF/encryption.xml'))
  const isGuarded = childrenOf(root).some((data) => {
    if (!data.name.endsWith('EncryptedData')) return false
    const method = childrenOf(data).find(({ name }) => name.endsWith('EncryptionMethod'))
    return !FONT_ALGORITHM.test(method?.attributes.get('Algorithm') ?? '')
  })
  if (isGuarded) throw guardedBook()
}
