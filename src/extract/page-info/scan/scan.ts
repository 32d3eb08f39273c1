import type { HtmlListener } from '../../../markup/html/read-html.ts'
import { VOID_ELEMENTS } from '../../../markup/html/tags.ts'
import { oneLine } from '../plain-text.ts'
import { ArticleIds } from './article-ids.ts'
import { authorPath, authorWords, dateWords, markWord } from './mark-words.ts'
import type {
  DatedLine,
  LinkTag,
  MarkedText,
  PageScan,
  TextLine,
  TitleLine,
  TopHeading,
} from './page-scan.ts'
import { ProseCounter } from './prose-counter.ts'
import { hintWords, Region, regionOf } from './regions.ts'
import {
  apartTags,
  CREDIT_LINE_MAX_CHARS,
  creditLine,
  equivalents,
  inlineTags,
  mayBeDateline,
  mayHoldDate,
  ofArticleItself,
  ofOthers,
  spaced,
  subheadingTags,
  timeTags,
  valueNames,
  wideTags,
} from './scan-rules.ts'

const META_MAX_COUNT = 600
const META_VALUE_MAX_CHARS = 4096
const LINK_MAX_COUNT = 400
const JSON_LD_BLOCK_MAX_CHARS = 1_000_000
const JSON_LD_TOTAL_MAX_CHARS = 2_000_000
const JSON_LD_MAX_COUNT = 60
const CAPTURE_MAX_COUNT = 12
const MARKED_CAPTURE_MAX_COUNT = 6
const CAPTURE_MAX_CHARS = 600
const MARKED_MAX_COUNT = 60
const HEADING_MAX_COUNT = 6
const LINE_MAX_CHARS = 300
const LINES_BEFORE_HEADING_COUNT = 5
const LINES_AFTER_HEADING_COUNT = 24
const DATED_LINE_MAX_COUNT = 300
const DATED_LINE_MAX_CHARS = 200
/** What a paragraph begins with: the place and the day of a report. */
const DATELINE_MAX_CHARS = 70
const CREDIT_MAX_COUNT = 8
const LABEL_MAX_CHARS = 60
const TITLE_LINE_MIN_CHARS = 12
const TITLE_LINE_MAX_COUNT = 120
const HINT_MAX_CHARS = 400

type Attributes = Readonly<Record<string, string>>
type CaptureKind =
  | 'title'
  | 'heading'
  | 'subheading'
  | 'time'
  | 'dated'
  | 'byline'
  | 'paragraph'
  | 'json-ld'
interface Capture {
  kind: CaptureKind
  depth: number
  text: string
  limit: number
  marked: MarkedText | undefined
  isLink: boolean
}

/** Collects what a page says of itself in one pass; never recurses, and every list is capped. */
export class Scanner implements HtmlListener {
  lang = ''
  base = ''
  refresh = ''
  title = ''
  firstParagraph = ''
  readonly metas = new Map<string, string[]>()
  readonly links: LinkTag[] = []
  readonly jsonLd: string[] = []
  readonly headings: (TopHeading & { after: TextLine[] })[] = []
  readonly marked: Record<'time' | 'dated' | 'byline', MarkedText[]> = {
    time: [],
    dated: [],
    byline: [],
  }
  readonly datedLines: DatedLine[] = []
  readonly credits: string[] = []
  private isCreditOpen = false
  readonly titleLines: TitleLine[] = []
  readonly prose = new ProseCounter()
  private readonly articles = new ArticleIds()
  private readonly regions: number[] = []
  private region = 0
  private captures: Capture[] = []
  private metaCount = 0
  private jsonLdChars = 0
  private line = ''
  private lineCount = 0
  private lineRegion = 0
  private lineArticle = 0
  private lastLines: string[] = []
  private openHeadings: typeof this.headings = []

  /** The start of `html` or `body`, which stand around the page wherever they are written. */
  openSkeleton(tag: string, attributes: Attributes): void {
    this.breakAt(tag)
    if (tag === 'head') return
    this.lang ||= attributes['lang'] ?? (tag === 'html' ? attributes['xml:lang'] : undefined) ?? ''
  }

  open(tag: string, attributes: Attributes): void {
    if (VOID_ELEMENTS.has(tag)) {
      this.voidTag(tag, attributes)
      return
    }
    const inherited = this.region
    this.regions.push(inherited)
    const added = regionOf(tag, attributes)
    // Inside an article, its own header, footer and asides still speak of the article.
    this.region =
      inherited | ((inherited & Region.article) === 0 ? added : added & ~ofArticleItself)
    this.breakAt(tag)
    if (tag === 'a' && attributes['rel'] === 'next') this.link(attributes)
    if (tag === 'article') {
      this.prose.openArticle(this.regions.length)
      this.articles.open()
    }
    this.startCaptures(tag, attributes, inherited)
  }

  close(tag: string): void {
    if (VOID_ELEMENTS.has(tag)) return
    this.breakAt(tag)
    const depth = this.regions.length
    if (this.captures.length > 0) this.endCaptures(depth)
    if (tag === 'article') {
      this.prose.closeArticle(depth)
      this.articles.close()
    }
    this.region = this.regions.pop() ?? 0
  }

  text(chunk: string): void {
    for (const capture of this.captures) {
      if (capture.text.length < capture.limit) {
        capture.text += chunk.slice(0, capture.limit - capture.text.length)
      }
    }
    if ((this.region & (Region.raw | Region.hidden)) !== 0) return
    if (this.captures.some(({ kind }) => kind === 'title')) return
    this.prose.text(chunk, this.region)
    if (this.line === '') [this.lineRegion, this.lineArticle] = [this.region, this.articles.current]
    const room = LINE_MAX_CHARS - this.line.length
    if (room > 0) this.line += spaced(chunk, this.line === '').slice(0, room)
  }

  end(): PageScan {
    this.breakLine()
    this.endCaptures(0)
    const { lang, base, refresh, metas, links, jsonLd, title, headings } = this
    const { marked, datedLines, titleLines, credits, firstParagraph } = this
    const { time: times, dated, byline: bylines } = marked
    const found = { times, dated, bylines, datedLines, titleLines, credits, firstParagraph }
    const stated = { lang, base, refresh, metas, links, jsonLd, title, headings }
    const articlesAround = this.articles.around
    return { ...stated, ...found, articlesAround, prose: this.prose.count() }
  }

  /** A marked text keeps every element border as a line break; a heading or title only those of blocks. */
  private breakAt(tag: string): void {
    const isBlock = !inlineTags.has(tag)
    for (const capture of this.captures) {
      if (capture.marked !== undefined) capture.text += '\n'
      else if (isBlock && capture.kind !== 'json-ld') capture.text += ' '
    }
    if (isBlock) this.breakLine()
    else if (apartTags.has(tag) && this.line !== '' && !this.line.endsWith(' ')) this.line += ' '
  }

  private voidTag(tag: string, attributes: Attributes): void {
    if (tag === 'meta') this.meta(attributes)
    else if (tag === 'link') this.link(attributes)
    else if (tag === 'base') this.base ||= attributes['href'] ?? ''
    else if (tag === 'br' || tag === 'hr') this.breakAt(tag)
  }

  private meta(attributes: Attributes): void {
    const value = attributes['content'] ?? attributes['value']
    if (value === undefined || value === '' || (this.region & Region.raw) !== 0) return
    if (attributes['itemprop'] === 'name') {
      const byline = this.captures.findLast((capture) => capture.kind === 'byline')?.marked
      if (byline !== undefined) byline.value ||= value.slice(0, HINT_MAX_CHARS)
    }
    const itemprop = (this.region & ofOthers) === 0 ? (attributes['itemprop'] ?? '') : ''
    const names = `${attributes['property'] ?? ''} ${attributes['name'] ?? ''} ${itemprop}`
    for (const name of names.slice(0, HINT_MAX_CHARS).split(/\s+/)) {
      if (name === '' || this.metaCount >= META_MAX_COUNT) continue
      // Dublin Core is written with a dot or with a colon.
      const key = name.toLowerCase().replace(/^(dc|dcterms?):/, '$1.')
      const values = this.metas.get(key)
      this.metaCount += 1
      if (values === undefined) this.metas.set(key, [value.slice(0, META_VALUE_MAX_CHARS)])
      else values.push(value.slice(0, META_VALUE_MAX_CHARS))
    }
    const equivalent = attributes['http-equiv']?.toLowerCase()
    if (equivalent !== undefined && equivalents.has(equivalent) && !this.metas.has(equivalent)) {
      this.metas.set(equivalent, [value.slice(0, HINT_MAX_CHARS)])
    } else if (equivalent === 'refresh' && (this.region & Region.noscript) === 0) {
      this.refresh ||= value
    }
  }

  private link(attributes: Attributes): void {
    const { rel, href } = attributes
    if (rel === undefined || href === undefined || this.links.length >= LINK_MAX_COUNT) return
    if ((this.region & Region.raw) !== 0) return
    if (/^(?:stylesheet|preload)/.test(rel)) return
    this.links.push({
      rel: rel.slice(0, HINT_MAX_CHARS).toLowerCase().split(/\s+/),
      href: href.slice(0, META_VALUE_MAX_CHARS),
      type: attributes['type'] ?? '',
      sizes: attributes['sizes'] ?? '',
      media: attributes['media'] ?? '',
    })
  }

  private startCaptures(tag: string, attributes: Attributes, inherited: number): void {
    if (tag === 'script') {
      const type = attributes['type']
      if (type !== undefined && type.toLowerCase().includes('ld+json')) {
        const room = JSON_LD_TOTAL_MAX_CHARS - this.jsonLdChars
        if (this.jsonLd.length < JSON_LD_MAX_COUNT && room > 0) {
          this.capture('json-ld', Math.min(room, JSON_LD_BLOCK_MAX_CHARS))
        }
      }
      return
    }
    if ((this.region & (Region.raw | Region.hidden)) !== 0) return
    if (tag === 'a' && !(attributes['href'] ?? '#').startsWith('#')) {
      for (const capture of this.captures) capture.isLink ||= capture.text.trim() === ''
    }
    if (tag === 'title') {
      if (this.title === '') this.capture('title', CAPTURE_MAX_CHARS)
    } else if (tag === 'h1') {
      if (this.headings.length < HEADING_MAX_COUNT) this.capture('heading', CAPTURE_MAX_CHARS)
    } else if (subheadingTags.has(tag)) {
      if (this.titleLines.length < TITLE_LINE_MAX_COUNT) this.capture('subheading', LINE_MAX_CHARS)
    } else if (tag === 'p') {
      if (this.firstParagraph === '' && (inherited & ofOthers) === 0) {
        this.capture('paragraph', CAPTURE_MAX_CHARS)
      }
    }
    if (timeTags.has(tag)) this.capture('time', CAPTURE_MAX_CHARS, this.mark(tag, attributes, []))
    else if (!wideTags.has(tag)) this.captureMarked(tag, attributes)
  }

  private captureMarked(tag: string, attributes: Attributes): void {
    const hint = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''} ${attributes['rel'] ?? ''} ${attributes['itemprop'] ?? ''} ${attributes['data-testid'] ?? ''}`
    const isAuthorLink = tag === 'a' && authorPath.test(attributes['href'] ?? '')
    if (!isAuthorLink && !markWord.test(hint.slice(0, HINT_MAX_CHARS))) return
    const hints = hintWords(hint)
    if (isAuthorLink || hints.some((word) => authorWords.has(word))) {
      this.capture('byline', CAPTURE_MAX_CHARS, this.mark(tag, attributes, hints))
    }
    if (hints.some((word) => dateWords.has(word))) {
      this.capture('dated', CAPTURE_MAX_CHARS, this.mark(tag, attributes, hints))
    }
  }

  private mark(tag: string, attributes: Attributes, hints: readonly string[]): MarkedText {
    const value = valueNames.map((name) => attributes[name] ?? '').find(Boolean) ?? ''
    return {
      tag,
      value: value.slice(0, HINT_MAX_CHARS),
      text: '',
      hints:
        hints.length > 0
          ? hints
          : hintWords(`${attributes['class'] ?? ''} ${attributes['itemprop'] ?? ''}`),
      itemprop: attributes['itemprop'] ?? '',
      href: (attributes['href'] ?? '').slice(0, META_VALUE_MAX_CHARS),
      region: this.region,
      line: this.lineCount,
      article: this.articles.current,
      pubdate: 'pubdate' in attributes,
    }
  }

  private capture(kind: CaptureKind, limit: number, marked?: MarkedText): void {
    const room = marked === undefined ? CAPTURE_MAX_COUNT : MARKED_CAPTURE_MAX_COUNT
    if (this.captures.length >= room) return
    if (marked !== undefined) {
      const list = this.marked[kind as 'time' | 'dated' | 'byline']
      if (list.length >= MARKED_MAX_COUNT) return
      list.push(marked)
    }
    const isLink = (this.region & Region.link) !== 0
    this.captures.push({ kind, depth: this.regions.length, text: '', limit, marked, isLink })
  }

  private endCaptures(depth: number): void {
    const still: Capture[] = []
    for (const capture of this.captures) {
      if (capture.depth < depth) still.push(capture)
      else this.finish(capture)
    }
    this.captures = still
  }

  private finish({ kind, text, marked, isLink }: Capture): void {
    if (kind === 'json-ld') {
      this.jsonLdChars += text.length
      this.jsonLd.push(text)
      return
    }
    const words = oneLine(text)
    if (marked !== undefined)
      marked.text = text
        .split('\n')
        .map(oneLine)
        .filter((line) => line !== '')
        .join('\n')
    else if (kind === 'title') this.title = words
    else if (kind === 'subheading' || kind === 'heading') this.endHeading(kind, words, isLink)
    else if (kind === 'paragraph' && words.length >= 60) this.firstParagraph = words
  }

  private endHeading(kind: CaptureKind, text: string, isLink: boolean): void {
    if (text === '') return
    const { region, lineCount: line } = this
    const title = { text, region, line, article: this.articles.current, isLink }
    if (this.titleLines.length < TITLE_LINE_MAX_COUNT) this.titleLines.push(title)
    if (kind !== 'heading') return
    const heading = { ...title, before: this.lastLines.map(oneLine), after: [] as TextLine[] }
    this.headings.push(heading)
    this.openHeadings.push(heading)
  }

  /** A line that repeats the title or its beginning, in an element that is no heading. */
  private noteTitle(line: string): void {
    if (line.length < TITLE_LINE_MIN_CHARS || !this.title.startsWith(line)) return
    if (this.titleLines.length >= TITLE_LINE_MAX_COUNT) return
    const { lineRegion: region, lineArticle: article } = this
    this.titleLines.push({ text: line, region, line: this.lineCount, article, isLink: false })
  }

  private noteDate(whole: string): void {
    const isLong = whole.length > DATED_LINE_MAX_CHARS
    const line = isLong ? whole.slice(0, DATELINE_MAX_CHARS) : whole
    if (!mayHoldDate.test(line) || (isLong && !mayBeDateline.test(line))) return
    if (this.datedLines.length >= DATED_LINE_MAX_COUNT) return
    const before = oneLine(this.lastLines.at(-1) ?? '')
    this.datedLines.push({
      text: oneLine(line),
      isCut: isLong,
      label: before.length > LABEL_MAX_CHARS ? '' : before,
      region: this.lineRegion,
      line: this.lineCount,
      article: this.lineArticle,
    })
  }

  /** A line that names the author, also where the name stands in the next one. */
  private noteCredit(line: string): void {
    if (line.length > CREDIT_LINE_MAX_CHARS || (this.lineRegion & ofOthers) !== 0) return
    // Nearly all lines are none: no white space is replaced in those.
    if (!this.isCreditOpen && !creditLine.test(line.trimStart())) return
    const text = oneLine(line)
    if (this.isCreditOpen) this.credits.push(`${this.credits.pop()!} ${text}`)
    else if (this.credits.length >= CREDIT_MAX_COUNT) return
    else this.credits.push(text)
    this.isCreditOpen = !this.isCreditOpen && text.replace(creditLine, '') === ''
  }

  private breakLine(): void {
    this.prose.breakWord()
    if (this.line === '') return
    const line = this.line
    this.line = ''
    if (!/\S/.test(line)) return
    this.noteDate(line)
    this.noteCredit(line)
    const { lineRegion: region, lineArticle: article, lineCount } = this
    this.lineCount += 1
    this.noteTitle(line.trim())
    this.lastLines.push(line)
    if (this.lastLines.length > LINES_BEFORE_HEADING_COUNT) this.lastLines.shift()
    if (this.openHeadings.length === 0) return
    const textLine = { text: oneLine(line), region, article, line: lineCount }
    for (const { after } of this.openHeadings) after.push(textLine)
    if (this.openHeadings[0]!.after.length >= LINES_AFTER_HEADING_COUNT) this.openHeadings.shift()
  }
}
