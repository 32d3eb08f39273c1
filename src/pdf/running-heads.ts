import type { Line } from './model.ts'

/** A page of lines with its size in points. */
export interface PageLines {
  page: number
  width: number
  height: number
  lines: Line[]
}

/** Share of the page height, at either end, in which running headers and footers stand. */
const BAND_SHARE = 0.12
/** The same for lone page numbers, which some styles set close to the text. */
const NUMBER_BAND_SHARE = 0.18
/** Share of the page width, at either side, in which text along the edge stands. */
const EDGE_SHARE = 0.08
const FURNITURE_MAX_CHARS = 200
/** Share of the pages on which a text must come back. */
const REPEATED_SHARE = 0.4
const PAGE_NUMBER =
  /^(?:[-–—|·(\s]*)(?:(?:page|seite|p\.|pag\.|página|pagina|str\.|стр\.|第)\s*)?(?:\d{1,4}|[ivxlcdm]{1,7})(?:\s*(?:\/|of|von|de|sur|di|из|–|-)\s*\d{1,4})?(?:\s*页|\s*頁|\s*ページ)?(?:[-–—|·)\s]*)$/i

/**
 * Removes running heads, footers and page numbers: lines at the upper and lower end of the page whose text comes back on other
 * pages (their numbers may differ), and lone page numbers beyond the text of a page; also text that runs along the edge.
 */
export function withoutRunningHeads(pages: readonly PageLines[]): PageLines[] {
  const counts = new Map<string, number>()
  for (const page of pages) {
    for (const key of new Set(page.lines.filter((line) => inBand(line, page)).map(keyOf))) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  // Left and right pages often differ, so that half of the pages may be enough.
  const enough = Math.max(2, Math.ceil(pages.length * REPEATED_SHARE))
  const isRepeated = (line: Line, page: PageLines): boolean =>
    inBand(line, page) &&
    line.text.length <= FURNITURE_MAX_CHARS &&
    (counts.get(keyOf(line)) ?? 0) >= enough &&
    !hasNeighbour(line, page, (other) => (counts.get(keyOf(other)) ?? 0) < enough)
  return pages.map((page) => ({
    ...page,
    lines: page.lines.filter(
      (line) => !isRepeated(line, page) && !isLoneNumber(line, page) && !runsAlongEdge(line, page),
    ),
  }))
}

function inBand({ y, size }: Line, { height }: PageLines, share = BAND_SHARE): boolean {
  return y < height * share || y - size * 0.7 > height * (1 - share)
}

function keyOf({ text, y }: Line): string {
  return `${Math.round(y / 8)} ${text.replaceAll(/\d+/g, '#').replaceAll(/\b[ivxlc]+\b/g, '#')}`
}

/** Whether the text of the page goes on right beside the line, as it does beside a repeated heading. */
function hasNeighbour(line: Line, page: PageLines, isText: (other: Line) => boolean): boolean {
  const towardsText = line.y < page.height / 2 ? 1 : -1
  return page.lines.some((other) => {
    const distance = (other.y - line.y) * towardsText
    return distance > 0 && distance < line.size * 1.35 && isText(other) && other.text.length > 60
  })
}

/** A number with nothing beside it, next to nothing beyond it, and some room between it and the text. */
function isLoneNumber(line: Line, page: PageLines): boolean {
  if (!inBand(line, page, NUMBER_BAND_SHARE) || !PAGE_NUMBER.test(line.text)) return false
  const isUpper = line.y < page.height / 2
  const others = page.lines.filter((other) => other !== line)
  const beyond = others.filter(({ y }) => (isUpper ? y < line.y : y > line.y))
  const isClose = others.some(({ y }) => Math.abs(y - line.y) < line.size * 1.4)
  return beyond.length <= 1 && !isClose
}

function runsAlongEdge(line: Line, { width }: PageLines): boolean {
  return !line.upright && (line.x < width * EDGE_SHARE || line.x > width * (1 - EDGE_SHARE))
}
