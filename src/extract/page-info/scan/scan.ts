import type { HtmlListener } from '../../../markup/html/read-html.ts'
import { VOID_ELEMENTS } from '../../../markup/html/tags.ts'
import { oneLine } from '../plain-text.ts'
import { ArticleIds } from './article-ids.ts'
import { HeadTags } from './head-tags.ts'
import { authorPath, authorWords, dateWords, markWord, PERSON, personPath } from './mark-words.ts'
import type { MarkedText, PageScan, Spot } from './page-scan.ts'
import { ProseCounter } from './prose-counter.ts'
import { hintWords, Region, regionOf } from './regions.ts'
import {
  apartTags,
  HINT_MAX_CHARS,
  inlineTags,
  ofArticleItself,
  ofOthers,
  subheadingTags,
  timeTags,
  valueNames,
  wideTags,
} from './scan-rules.ts'
import { TextLines } from './text-lines.ts'

const CAPTURE_MAX_COUNT = 12
const MARKED_CAPTURE_MAX_COUNT = 6
const CAPTURE_MAX_CHARS = 600
const HEADING_MAX_CHARS = 300
const MARKED_MAX_COUNT = 60
const HREF_MAX_CHARS = 4096
const FIRST_PARAGRAPH_MIN_CHARS = 60

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
  title = ''
  firstParagraph = ''
  private readonly head = new HeadTags()
  private readonly lines = new TextLines()
  readonly marked: Record<'time' | 'dated' | 'byline', MarkedText[]> = {
    time: [],
    dated: [],
    byline: [],
  }
  readonly prose = new ProseCounter()
  private readonly articles = new ArticleIds()
  private readonly regions: number[] = []
  private region = 0
  private captures: Capture[] = []

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
    if (tag === 'a' && attributes['rel'] === 'next') this.head.link(attributes, this.region)
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
    this.lines.add(chunk, this.region, this.articles.current)
  }

  end(): PageScan {
    this.breakLine()
    this.endCaptures(0)
    const { lang, title, firstParagraph } = this
    const { base, refresh, metas, links, jsonLd } = this.head
    const { headings, openings, titleLines, datedLines, credits } = this.lines
    const { time: times, dated, byline: bylines } = this.marked
    const found = { times, dated, bylines, datedLines, titleLines, credits, firstParagraph }
    const stated = { lang, base, refresh, metas, links, jsonLd, title, headings, openings }
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
    else if (apartTags.has(tag)) this.lines.space()
  }

  private voidTag(tag: string, attributes: Attributes): void {
    if (tag === 'meta') this.meta(attributes)
    else if (tag === 'link') this.head.link(attributes, this.region)
    else if (tag === 'base') this.head.base ||= attributes['href'] ?? ''
    else if (tag === 'br' || tag === 'hr') this.breakAt(tag)
  }

  private meta(attributes: Attributes): void {
    const value = this.head.meta(attributes, this.region)
    if (value === '' || attributes['itemprop'] !== 'name') return
    const byline = this.captures.findLast((capture) => capture.kind === 'byline')?.marked
    if (byline !== undefined) byline.value ||= value.slice(0, HINT_MAX_CHARS)
  }

  private startCaptures(tag: string, attributes: Attributes, inherited: number): void {
    if (tag === 'script') {
      const room = this.head.roomFor(attributes)
      if (room > 0) this.capture('json-ld', room)
      return
    }
    if ((this.region & (Region.raw | Region.hidden)) !== 0) return
    if (tag === 'a' && !(attributes['href'] ?? '#').startsWith('#')) {
      for (const capture of this.captures) capture.isLink ||= capture.text.trim() === ''
    }
    if (tag === 'title') {
      if (this.title === '') this.capture('title', CAPTURE_MAX_CHARS)
    } else if (tag === 'h1') {
      if (this.lines.mayHoldHeading(true)) this.capture('heading', CAPTURE_MAX_CHARS)
    } else if (subheadingTags.has(tag)) {
      if (this.lines.mayHoldHeading(false)) this.capture('subheading', HEADING_MAX_CHARS)
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
    const href = tag === 'a' ? (attributes['href'] ?? '') : ''
    const isAuthorLink = href !== '' && authorPath.test(href)
    const isPerson = href !== '' && this.lines.isByOpening && personPath.test(href)
    if (!isAuthorLink && !isPerson && !markWord.test(hint.slice(0, HINT_MAX_CHARS))) return
    const hints = hintWords(hint)
    if (isAuthorLink || hints.some((word) => authorWords.has(word))) {
      this.capture('byline', CAPTURE_MAX_CHARS, this.mark(tag, attributes, hints))
    } else if (isPerson || /\buser-name\b/.test(hint)) {
      this.capture('byline', CAPTURE_MAX_CHARS, this.mark(tag, attributes, [...hints, PERSON]))
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
      href: (attributes['href'] ?? '').slice(0, HREF_MAX_CHARS),
      ...this.spot(),
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
      this.head.addJsonLd(text)
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
    else if (kind === 'paragraph' && words.length >= FIRST_PARAGRAPH_MIN_CHARS)
      this.firstParagraph = words
  }

  private endHeading(kind: CaptureKind, text: string, isLink: boolean): void {
    if (text !== '')
      this.lines.endHeading({ ...this.spot(), text, isLink }, kind === 'heading', this.title)
  }

  private spot(): Spot {
    return this.lines.spot(this.region, this.articles.current)
  }

  private breakLine(): void {
    this.prose.breakWord()
    this.lines.break(this.title)
  }
}
