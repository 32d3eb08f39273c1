import type { PdfDocument } from '../file/document.ts'

/** One bookmark: what heading it names and where it leads. */
export interface Bookmark {
  title: string
  /** Level from 1, the outermost. */
  level: number
  page: number
  /** Points from the lower end of the page, in its own coordinates; absent when unknown. */
  y: number | undefined
}

const BOOKMARKS_MAX_COUNT = 3_000
const LEVELS_MAX_COUNT = 6

interface Node {
  title: string
  dest: string | unknown[] | null
  items: Node[]
}

/** The bookmarks of a document that lead to its pages, in order; those that are broken are left out. */
export async function readBookmarks(pdf: PdfDocument): Promise<Bookmark[]> {
  const roots = ((await pdf.getOutline().catch(() => null)) ?? []) as Node[]
  const bookmarks: Bookmark[] = []
  const open = roots.map((node) => ({ node, level: 1 })).toReversed()
  for (let seen = 0; seen < BOOKMARKS_MAX_COUNT; seen += 1) {
    const next = open.pop()
    if (!next) break
    const { node, level } = next
    const target = await targetOf(pdf, node.dest).catch(() => undefined)
    if (target) bookmarks.push({ title: node.title, level, ...target })
    const below = Math.min(level + 1, LEVELS_MAX_COUNT)
    open.push(...node.items.map((item) => ({ node: item, level: below })).toReversed())
  }
  return bookmarks
}

async function targetOf(
  pdf: PdfDocument,
  dest: Node['dest'],
): Promise<{ page: number; y: number | undefined } | undefined> {
  const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
  if (!Array.isArray(explicit)) return undefined
  const [reference, kind, ...numbers] = explicit as unknown[]
  const index =
    typeof reference === 'number' ? reference : await pdf.getPageIndex(reference as never)
  const { name = '' } = (kind ?? {}) as { name?: string }
  const y = name === 'XYZ' ? numbers[1] : name === 'FitH' || name === 'FitBH' ? numbers[0] : null
  return { page: index + 1, y: typeof y === 'number' ? y : undefined }
}
