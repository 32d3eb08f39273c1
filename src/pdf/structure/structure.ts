import type { PdfDocument } from '../file/document.ts'
import { Vocabulary } from '../lines/hyphens.ts'
import { toLines } from '../lines/lines.ts'
import { sortByReadingOrder } from '../lines/reading-order.ts'
import { toRuns } from '../lines/runs.ts'
import type { Block, Line, PageText, Span } from '../model.ts'
import { ARTIFACT_ID } from '../page/spans.ts'
import type { Removed } from '../removed.ts'
import { findBesideTables } from '../tables/beside-tables.ts'
import { findGrids, isFrameOf, withGrids } from '../tables/grid.ts'
import { findFault } from '../tables/judge.ts'
import { takeFootnotes, withNotes } from './footnotes.ts'
import { planHeadings } from './headings.ts'
import { buildLayoutBlocks } from './layout.ts'
import { readBookmarks } from './outline.ts'
import { edgeLines, type PageLines } from './page-edges.ts'
import { type PartedPages, partRunningHeads } from './running-heads.ts'
import { joinSheetPages } from './sheet-pages.ts'
import { readTaggedBlocks } from './tagged.ts'

/** Options and facts besides the pages that are read. */
export interface StructureOptions {
  /** Keep running heads, feet and page numbers. */
  headersFooters: boolean
  /** Further pages, which tell what running heads are. */
  around: readonly PageText[]
}

/** The blocks of pages, and the text that is in none of them. */
export async function readStructure(
  pdf: PdfDocument,
  pages: readonly PageText[],
  { headersFooters, around }: StructureOptions,
): Promise<{ blocks: Block[]; removed: Removed[] }> {
  const drawn = pages.map(linesOf)
  const parted = headersFooters
    ? { pages: drawn, removed: [] }
    : withoutArtifacts(partRunningHeads(drawn, around.map(linesOf)))
  const removed = [...parted.removed, ...beyondLimit(pages), ...hiddenOf(pages)]
  const report = (one: Removed): void => void removed.push(one)
  const isTagged = !headersFooters && pages.some(({ structure }) => structure !== undefined)
  const byNumber = new Map(pages.map((page) => [page.page, page]))
  const tagged =
    isTagged &&
    readTaggedBlocks(withLinesOnly(pages, parted.pages), {
      vocabulary: new Vocabulary(parted.pages.flatMap(({ lines }) => lines)),
      report,
      layOut: (page, spans) => layOutPart(byNumber.get(page), spans, report),
    })
  if (tagged) return { blocks: tagged, removed: inOrder(removed) }
  const joined = joinSheetPages(
    { pages, parted: parted.pages },
    { creator: await creatorOf(pdf), pageCount: pdf.numPages },
  )
  const blocks = await layOut(pdf, joined.pages, { parted: joined.parted, report })
  return { blocks, removed: inOrder(removed) }
}

function inOrder(removed: readonly Removed[]): Removed[] {
  return removed.toSorted((a, b) => a.page - b.page)
}

/** The program that the text was written with. */
async function creatorOf(pdf: PdfDocument): Promise<string> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const { Creator } = info as { Creator?: unknown }
  return typeof Creator === 'string' ? Creator : ''
}

/** The lines of all pages in reading order, tables with borders in one piece. */
function withTables(parted: readonly PageLines[], pages: readonly PageText[]): Line[] {
  return parted.flatMap((page, index) => {
    const { rules = [], verticals = [] } = pages[index] ?? {}
    // A grid without all of its rules is read by place, too.
    const grids = findGrids(page.lines, rules, verticals).filter(
      (grid) => !isFrameOf(page, grid) && findFault(grid.rows) !== 'fused',
    )
    const taken = new Set(grids.flatMap(({ spans }) => [...spans]))
    const free = page.lines.filter(({ spans }) => !spans.some((span) => taken.has(span)))
    const pairs = findBesideTables(free, rules)
    return sortByReadingOrder(withGrids(page.lines, [...grids, ...pairs]))
  })
}

function linesOf(page: PageText): PageLines {
  return { ...page, lines: toLines(page.page, page.spans) }
}

/** Leaves out what a tagged document itself calls no part of the text, where it stands apart at the end of a page. */
function withoutArtifacts({ pages, removed }: PartedPages): PartedPages {
  const artifacts: Removed[] = []
  const kept = pages.map((page) => {
    if (!page.lines.some(isArtifact)) return page
    const edges = new Set(edgeLines(page).map(({ line }) => line))
    const lines = page.lines.filter((line) => !isArtifact(line) || !edges.has(line))
    for (const line of page.lines) {
      if (isArtifact(line) && edges.has(line)) {
        artifacts.push({ kind: 'artifact', page: page.page, text: line.text })
      }
    }
    return { ...page, lines }
  })
  return { pages: kept, removed: [...removed, ...artifacts] }
}

function isArtifact({ spans }: Line): boolean {
  return spans.every(({ contentId }) => contentId === ARTIFACT_ID)
}

/** The pages with nothing but the spans of the lines that were kept. */
function withLinesOnly(pages: readonly PageText[], kept: readonly PageLines[]): PageText[] {
  return pages.map((page, index) => {
    const spans = new Set(kept[index]?.lines.flatMap((line) => line.spans))
    return { ...page, spans: page.spans.filter((span) => spans.has(span)) }
  })
}

function beyondLimit(pages: readonly PageText[]): Removed[] {
  return pages
    .filter(({ cutText }) => cutText !== '')
    .map(({ page, cutText }) => ({ kind: 'beyond_limit', page, text: cutText }))
}

/** The blocks of some texts of a page, by their places. */
function layOutPart(
  page: PageText | undefined,
  spans: readonly Span[],
  report: (removed: Removed) => void,
): Block[] {
  if (!page) return []
  const lines = withTables([{ ...page, lines: toLines(page.page, spans) }], [page])
  return buildLayoutBlocks(lines, {
    headings: new Map(),
    rulesOf: () => page.rules,
    verticalsOf: () => page.verticals,
    widthOf: () => page.width,
    report,
  })
}

function hiddenOf(pages: readonly PageText[]): Removed[] {
  return pages.flatMap(({ page, sifted }) =>
    Array.from(sifted.hidden, ([reason, words]) => ({
      kind: 'hidden' as const,
      page,
      text: '',
      reason,
      words,
    })),
  )
}

async function layOut(
  pdf: PdfDocument,
  pages: readonly PageText[],
  { parted, report }: { parted: readonly PageLines[]; report: (removed: Removed) => void },
): Promise<Block[]> {
  const { lines, notes } = takeFootnotes(withTables(parted, pages))
  const byNumber = new Map(pages.map((page) => [page.page, page]))
  const targets = (await readBookmarks(pdf)).map((bookmark) => ({
    ...bookmark,
    y: bookmark.y === undefined ? undefined : byNumber.get(bookmark.page)?.uprightY(bookmark.y),
  }))
  const vocabulary = new Vocabulary(lines)
  const blocks = buildLayoutBlocks(lines, {
    headings: planHeadings(lines, targets),
    rulesOf: (page) => byNumber.get(page)?.rules ?? [],
    widthOf: (page) => byNumber.get(page)?.width ?? 0,
    verticalsOf: (page) => byNumber.get(page)?.verticals ?? [],
    report,
  })
  return withNotes(
    blocks,
    notes.map(({ page, label, lines: text }) => ({
      kind: 'note',
      page,
      label,
      runs: toRuns(text, vocabulary),
    })),
  )
}
