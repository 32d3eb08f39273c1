import { oneLine } from '../plain-text.ts'
import type { DatedLine, Opening, Spot, TextLine, TitleLine } from './page-scan.ts'
import {
  CREDIT_LINE_MAX_CHARS,
  creditLine,
  isProse,
  mayBeDateline,
  mayHoldDate,
  ofOthers,
  spaced,
} from './scan-rules.ts'

const LINE_MAX_CHARS = 300
const HEADING_MAX_COUNT = 6
const OPENING_MAX_COUNT = 9
const LINES_BEFORE_HEADING_COUNT = 5
const LINES_AFTER_HEADING_COUNT = 24
const DATED_LINE_MAX_COUNT = 300
const DATED_LINE_MAX_CHARS = 200
/** What a paragraph begins with: the place and the day of a report. */
const DATELINE_MAX_CHARS = 70
/** Lines after a title in which a person may be named who wrote the text. */
const BYLINE_MAX_LINES = 8
const CREDIT_MAX_COUNT = 8
const LABEL_MAX_CHARS = 60
const TITLE_LINE_MIN_CHARS = 12
const TITLE_LINE_MAX_COUNT = 120

type OpenHeading = Opening & { after: TextLine[] }

/** The lines of a page's text as they come by: those around its headings, those with a day, those that name an author. */
export class TextLines {
  readonly headings: TitleLine[] = []
  readonly openings: OpenHeading[] = []
  readonly titleLines: TitleLine[] = []
  readonly datedLines: DatedLine[] = []
  readonly credits: TextLine[] = []
  private line = ''
  private lineCount = 0
  private proseCount = 0
  private lineSpot: Spot = { region: 0, line: 0, article: 0, proseBefore: 0 }
  private lastLines: string[] = []
  private open: OpenHeading[] = []
  private isCreditOpen = false

  /** Whether what comes next stands a few lines after a heading that may be the title. */
  get isByOpening(): boolean {
    const last = this.openings.at(-1)
    return last !== undefined && this.lineCount - last.line <= BYLINE_MAX_LINES
  }

  /** Where what comes next stands. */
  spot(region: number, article: number): Spot {
    return { region, article, line: this.lineCount, proseBefore: this.proseCount }
  }

  add(chunk: string, region: number, article: number): void {
    if (this.line === '') this.lineSpot = this.spot(region, article)
    const room = LINE_MAX_CHARS - this.line.length
    if (room > 0) this.line += spaced(chunk, this.line === '').slice(0, room)
  }

  /** Keeps what comes next apart from what stands before it in the line. */
  space(): void {
    if (this.line !== '' && !this.line.endsWith(' ')) this.line += ' '
  }

  mayHoldHeading(isTop: boolean): boolean {
    return isTop
      ? this.headings.length < HEADING_MAX_COUNT
      : this.titleLines.length < TITLE_LINE_MAX_COUNT
  }

  /** Notes a heading that ends here. */
  endHeading(heading: TitleLine, isTop: boolean, pageTitle: string): void {
    if (this.titleLines.length < TITLE_LINE_MAX_COUNT) this.titleLines.push(heading)
    if (isTop) this.headings.push(heading)
    const { text } = heading
    if (isTop || (text.length >= TITLE_LINE_MIN_CHARS && pageTitle.includes(text)))
      this.openAt(heading)
  }

  private openAt(heading: TitleLine): void {
    const isKnown = this.openings.at(-1)?.line === heading.line
    if (isKnown || this.openings.length >= OPENING_MAX_COUNT) return
    const opening = { ...heading, before: this.lastLines.map(oneLine), after: [] }
    this.openings.push(opening)
    this.open.push(opening)
  }

  /** Ends the line; `pageTitle` is what the page calls itself. */
  break(pageTitle: string): void {
    if (this.line === '') return
    const line = this.line
    this.line = ''
    if (!/\S/.test(line)) return
    this.noteDate(line)
    this.noteCredit(line)
    const { lineSpot: spot, open } = this
    this.lineCount += 1
    if (isProse(line)) this.proseCount += 1
    this.noteTitle(line.trim(), pageTitle)
    this.lastLines.push(line)
    if (this.lastLines.length > LINES_BEFORE_HEADING_COUNT) this.lastLines.shift()
    if (open.length === 0) return
    const textLine = { ...spot, text: oneLine(line) }
    for (const { line: from, after } of open) if (from <= spot.line) after.push(textLine)
    if (open[0]!.after.length >= LINES_AFTER_HEADING_COUNT) this.open = this.open.slice(1)
  }

  /** A line that repeats the title or its beginning, in an element that is no heading. */
  private noteTitle(line: string, pageTitle: string): void {
    if (line.length < TITLE_LINE_MIN_CHARS || !pageTitle.startsWith(line)) return
    if (this.titleLines.length >= TITLE_LINE_MAX_COUNT) return
    const { region, article } = this.lineSpot
    const title = { ...this.spot(region, article), text: line, isLink: false }
    this.titleLines.push(title)
    this.openAt(title)
  }

  private noteDate(whole: string): void {
    const isLong = whole.length > DATED_LINE_MAX_CHARS
    const line = isLong ? whole.slice(0, DATELINE_MAX_CHARS) : whole
    if (!mayHoldDate.test(line) || (isLong && !mayBeDateline.test(line))) return
    if (this.datedLines.length >= DATED_LINE_MAX_COUNT) return
    const before = oneLine(this.lastLines.at(-1) ?? '')
    const label = before.length > LABEL_MAX_CHARS ? '' : before
    this.datedLines.push({ ...this.lineSpot, text: oneLine(line), isCut: isLong, label })
  }

  /** A line that names the author, also where the name stands in the next one. */
  private noteCredit(line: string): void {
    if (line.length > CREDIT_LINE_MAX_CHARS || (this.lineSpot.region & ofOthers) !== 0) return
    // Nearly all lines are none: no white space is replaced in those.
    if (!this.isCreditOpen && !creditLine.test(line.trimStart())) return
    const text = oneLine(line)
    const last = this.isCreditOpen ? this.credits.pop() : undefined
    if (last !== undefined) this.credits.push({ ...last, text: `${last.text} ${text}` })
    else if (this.credits.length >= CREDIT_MAX_COUNT) return
    else this.credits.push({ ...this.lineSpot, text })
    this.isCreditOpen = !this.isCreditOpen && text.replace(creditLine, '') === ''
  }
}
