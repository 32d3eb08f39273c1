import { VOID_ELEMENTS } from '../../markup/html/tags.ts'
import {
  characterOf,
  decodeReferences,
  type Resolve,
  resolverFor,
} from '../../markup/xml/references.ts'
import { type MarkupHandler, readAttributes } from '../../markup/xml/scan.ts'
import { absoluteAddress, resolveInnerBase } from '../address.ts'
import { extraReader } from '../item-extras.ts'
import { DEPTH_MAX, FEED_ITEMS_MAX_COUNT } from '../limits.ts'
import { atomVersion, type Attributes, enclosureOf, permalinkOf, rdfVersion } from './attributes.ts'
import { atomMode, Captured, type ContentMode, RSS_MODE, XHTML_MODE } from './captured.ts'
import { Draft } from './draft.ts'
import { Scope } from './namespaces.ts'
import { readPersonName } from './person.ts'
import { ATOM_TEXTS, FEED_ELEMENTS, GROUPS, ITEM_ELEMENTS, type Meaning } from './vocabulary.ts'

/** Levels in which the start of a stray end tag is looked for. */
const MISMATCH_MAX_LEVELS = 32

/** What an open element is to its children. */
type Role = 'outside' | 'root' | 'feed' | 'item' | 'group' | 'person' | 'image' | 'unknown'

interface Frame {
  tag: string
  role: Role
  scope: Scope
  base: string | undefined
  draft: Draft
  /** Takes decoded text that stands directly inside. */
  text?: (text: string) => void
  end?: () => void
}

interface Capture {
  captured: Captured
  scope: Scope
  /** Whether it holds no elements. */
  isPlain: boolean
  /** Open elements inside, outermost first. */
  inner: string[]
}

const NO_ATTRIBUTES: Attributes = new Map()

/** Collects what an RSS or Atom feed holds; `feedType` stays undefined when the document is none. */
export class XmlReader implements MarkupHandler {
  feedType: 'rss' | 'atom' | undefined
  version = ''
  language = ''
  readonly feed: Draft
  readonly items: Draft[] = []
  /** Items of the feed, those beyond the limit too. */
  itemCount = 0
  /** Where items stand in the list of the channel (RSS 1.0, 5.3.5), by what they are about. */
  readonly order = new Map<string, number>()
  readonly #url: string
  readonly #stack: Frame[]
  #capture: Capture | undefined
  /** Elements open below the depth that is read. */
  #skipped = 0
  #resolve: Resolve = characterOf

  constructor(url: string) {
    this.#url = url
    this.feed = new Draft(undefined)
    const scope = new Scope()
    this.#stack = [{ tag: '', role: 'outside', scope, base: undefined, draft: this.feed }]
  }

  doctype(subset: string): void {
    this.#resolve = resolverFor(subset)
  }

  open(tag: string, raw: string, isEmpty: boolean): void {
    if (this.#skipped > 0 || this.#isDeep) {
      if (!isEmpty) this.#skipped += 1
      return
    }
    if (this.#capture && this.#endsBefore(this.#capture, tag)) this.#pop()
    if (this.#capture) {
      captureTag(this.#capture, tag, raw, isEmpty)
      return
    }
    const outer = this.#top
    const attributes = raw === '' ? NO_ATTRIBUTES : readAttributes(raw)
    const scope = raw.includes('xmlns') ? outer.scope.within(attributes) : outer.scope
    const xmlBase = attributes.get('xml:base')
    const base =
      xmlBase === undefined
        ? outer.base
        : resolveInnerBase(decodeReferences(xmlBase), outer.base ?? this.#url)
    const frame: Frame = { tag, role: 'unknown', scope, base, draft: outer.draft }
    this.#stack.push(frame)
    this.#enter(outer, frame, scope.keyOf(tag), attributes)
    if (isEmpty) this.#pop()
  }

  close(tag: string): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1
      return
    }
    const capture = this.#capture
    if (capture) {
      if (closeInside(capture, tag)) return
      if (tag !== this.#top.tag && VOID_ELEMENTS.has(tag.toLowerCase())) return
    }
    const { length } = this.#stack
    const lowest = Math.max(1, length - MISMATCH_MAX_LEVELS)
    for (let level = length - 1; level >= lowest; level -= 1) {
      if (this.#stack[level]?.tag !== tag) continue
      while (this.#stack.length > level) this.#pop()
      return
    }
  }

  text(raw: string): void {
    if (this.#skipped > 0) return
    if (this.#capture) this.#capture.captured.addText(raw)
    else this.#top.text?.(decodeReferences(raw, this.#resolve))
  }

  cdata(text: string): void {
    if (this.#skipped > 0) return
    if (this.#capture) this.#capture.captured.addCdata(text)
    else this.#top.text?.(text)
  }

  /** Ends what the document left open. */
  end(): void {
    this.#skipped = 0
    while (this.#stack.length > 1) this.#pop()
  }

  /** Whether an element of a feed begins inside of a plain text, whose end tag was forgotten. */
  #endsBefore({ isPlain, inner, scope }: Capture, tag: string): boolean {
    if (!isPlain || inner.length > 0) return false
    const key = scope.keyOf(tag)
    return key === 'link' || key === 'enclosure' || ITEM_ELEMENTS.has(key)
  }

  get #top(): Frame {
    return this.#stack[this.#stack.length - 1] as Frame
  }

  get #isDeep(): boolean {
    return this.#stack.length + (this.#capture?.inner.length ?? 0) > DEPTH_MAX
  }

  #pop(): void {
    const frame = this.#stack.pop()
    this.#capture = undefined
    frame?.end?.()
  }

  #enter(outer: Frame, frame: Frame, key: string, attributes: Attributes): void {
    if (outer.role === 'outside') this.#enterRoot(frame, key, attributes)
    else if (outer.role === 'person') this.#enterPart(frame, key, outer)
    else if (outer.role === 'image') this.#enterPart(frame, key, outer)
    else if (outer.role === 'root') this.#enterRootChild(frame, key, attributes)
    else if (outer.role !== 'unknown') this.#enterField(outer, frame, key, attributes)
  }

  #enterRoot(frame: Frame, key: string, attributes: Attributes): void {
    if (this.feedType !== undefined) return
    const name = key.replace(/^atom:/, '')
    const version = (attributes.get('version') ?? '').trim().slice(0, 20)
    if (key === 'rss') this.#begin(frame, 'rss', version, 'root')
    else if (key === 'rdf:rdf') this.#begin(frame, 'rss', rdfVersion(attributes), 'root')
    else if (key === 'channel') this.#begin(frame, 'rss', version, 'feed')
    else if (name === 'feed') this.#begin(frame, 'atom', atomVersion(version, attributes), 'feed')
    else if (name === 'entry') {
      this.#begin(frame, 'atom', atomVersion(version, attributes), 'item')
      this.#enterItem(frame, attributes)
      // Anything may stand around a feed, but not a web page.
    } else if (this.#stack.length <= 3 && !/(?:^|:)html$/.test(name)) frame.role = 'outside'
    this.#takeLanguage(attributes)
  }

  #begin(frame: Frame, feedType: 'rss' | 'atom', version: string, role: Role): void {
    this.feedType = feedType
    this.version = version
    frame.role = role
  }

  #takeLanguage(attributes: Attributes): void {
    this.language ||= (attributes.get('xml:lang') ?? '').trim()
  }

  /** RSS 1.0 has its items and its image beside the channel. */
  #enterRootChild(frame: Frame, key: string, attributes: Attributes): void {
    if (key === 'channel') {
      frame.role = 'feed'
      this.feed.about ||= this.#aboutOf(frame, attributes)
      this.#takeLanguage(attributes)
    } else if (key === 'item') this.#enterItem(frame, attributes)
    else if (key === 'image') this.#enterImage(frame, attributes, 0)
  }

  #enterItem(frame: Frame, attributes: Attributes): void {
    frame.role = 'item'
    frame.draft = new Draft(frame.base)
    frame.draft.about = this.#aboutOf(frame, attributes)
    this.itemCount += 1
    if (this.items.length < FEED_ITEMS_MAX_COUNT) this.items.push(frame.draft)
  }

  #addToOrder(frame: Frame, attributes: Attributes): void {
    const written = attributes.get('rdf:resource') ?? attributes.get('resource') ?? ''
    if (written === '' || this.order.size >= FEED_ITEMS_MAX_COUNT) return
    const about = this.#absolute(decodeReferences(written), frame)
    if (!this.order.has(about)) this.order.set(about, this.order.size)
  }

  /** What an element of RDF is about: an address, relative to the document or to `xml:base` (RDF/XML, 5.3), or a name in it. */
  #aboutOf(frame: Frame, attributes: Attributes): string {
    const id = attributes.get('rdf:ID')
    const written = attributes.get('rdf:about') ?? (id === undefined ? '' : `#${id}`)
    return written === '' ? '' : this.#absolute(decodeReferences(written), frame)
  }

  #enterField(outer: Frame, frame: Frame, key: string, attributes: Attributes): void {
    const { draft } = outer
    const isFeed = draft === this.feed
    if (isFeed && key === 'rdf:li') this.#addToOrder(frame, attributes)
    if (isFeed && (key === 'item' || key === 'entry' || key === 'atom:entry')) {
      this.#enterItem(frame, attributes)
      return
    }
    if (key === 'link' || key === 'atom:link') this.#enterLink(frame, key, attributes)
    else if (key === 'enclosure' || key === 'media:content') this.#addFile(frame, attributes)
    else if ((!isFeed || FEED_EXTRAS.has(key)) && this.#enterExtra(frame, key, attributes)) return
    if (GROUPS.has(key)) frame.role = 'group'
    const meaning = (isFeed ? FEED_ELEMENTS : ITEM_ELEMENTS).get(key)
    if (meaning) this.#enterMeaning(frame, key, attributes, meaning)
  }

  #enterMeaning(frame: Frame, key: string, attributes: Attributes, { slot, rank }: Meaning): void {
    const { draft } = frame
    if (slot === 'author') this.#enterPerson(frame, rank)
    else if (slot === 'image') this.#enterImage(frame, attributes, rank)
    else if (slot === 'category' || slot === 'keywords') {
      const written =
        attributes.get('label') || attributes.get('term') || attributes.get('text') || ''
      draft.addCategory(decodeReferences(written))
      if (frame.role === 'group') return
      this.#captureText(frame, (text) => {
        for (const name of slot === 'keywords' ? text.split(',') : [text]) draft.addCategory(name)
      })
    } else if (draft.wants(slot, rank)) {
      if (key === 'guid') draft.permalink = permalinkOf(attributes)
      const mode = modeOf(key, attributes, this)
      // Content that is somewhere else is not fetched.
      if (slot === 'content' && attributes.has('src')) return
      const isPlain = !MARKED_UP.has(slot)
      this.#captureAs(frame, mode, (captured) => draft.fill(slot, rank, captured), isPlain)
    }
  }

  /** Takes what only readers of podcasts and the like show; false for anything else. */
  #enterExtra(frame: Frame, key: string, attributes: Attributes): boolean {
    const read = extraReader(key)
    if (!read) return false
    const { draft } = frame
    const attribute = (name: string): string => decodeReferences(attributes.get(name) ?? '')
    const address = (written: string): string => this.#absolute(written, frame)
    this.#captureText(frame, (text) => read(draft.extras, { text, attribute, address }))
    return true
  }

  #enterLink(frame: Frame, key: string, attributes: Attributes): void {
    const { draft } = frame
    const isRss = key === 'link' && this.feedType === 'rss'
    const href = attributes.get('href')
    const type = (attributes.get('type') ?? '').trim().toLowerCase()
    const rel = (attributes.get('rel') ?? 'alternate').trim().toLowerCase().replace(/^.*\//, '')
    if (href === undefined) {
      this.#captureText(frame, (text) => {
        const link = this.#absolute(text, frame)
        if (link !== '') draft.addLink({ rel: isRss ? 'rss' : 'alternate', type: '', href: link })
      })
      return
    }
    const address = this.#absolute(decodeReferences(href), frame)
    if (address === '') return
    if (rel === 'enclosure') draft.addEnclosure(enclosureOf(address, attributes))
    else draft.addLink({ rel: isRss && rel === 'alternate' ? 'rss' : rel, type, href: address })
  }

  #addFile(frame: Frame, attributes: Attributes): void {
    const written = attributes.get('url') ?? attributes.get('href') ?? ''
    const url = this.#absolute(decodeReferences(written), frame)
    const enclosure = enclosureOf(url, attributes)
    const isImage = enclosure.type?.startsWith('image/') || attributes.get('medium') === 'image'
    if (isImage) frame.draft.addImage(IMAGE_FILE_RANK, url)
    if (!isImage || frame.tag.endsWith('enclosure')) frame.draft.addEnclosure(enclosure)
  }

  #enterPerson(frame: Frame, rank: number): void {
    const parts = { name: '', text: '' }
    frame.role = 'person'
    frame.text = (text) => (parts.text += text)
    frame.end = () => frame.draft.addAuthor(rank, readPersonName(parts.name || parts.text))
    this.#parts.set(frame, (key, text) => {
      if (/(?:^|:)name$/.test(key)) parts.name = text
      else if (/(?:^|:)email$/.test(key)) parts.name ||= text
    })
  }

  #enterImage(frame: Frame, attributes: Attributes, rank: number): void {
    const written =
      attributes.get('href') ?? attributes.get('url') ?? attributes.get('rdf:resource') ?? ''
    let address = decodeReferences(written)
    frame.role = 'image'
    frame.text = (text) => (address += text)
    frame.end = () => frame.draft.addImage(rank, this.#absolute(address, frame))
    this.#parts.set(frame, (key, text) => {
      if (key === 'url') address = text
    })
  }

  /** What the frames of persons and images do with the text of their children. */
  readonly #parts = new WeakMap<Frame, (key: string, text: string) => void>()

  #enterPart(frame: Frame, key: string, outer: Frame): void {
    this.#captureText(frame, (text) => this.#parts.get(outer)?.(key, text.trim()))
  }

  #captureText(frame: Frame, end: (text: string) => void): void {
    this.#captureAs(frame, { coding: 'escaped', form: 'text' }, ({ value }) => end(value), true)
  }

  #captureAs(
    frame: Frame,
    mode: ContentMode,
    end: (captured: Captured) => void,
    isPlain = false,
  ): void {
    const captured = new Captured(mode, frame.base, this.#resolve)
    this.#capture = { captured, scope: frame.scope, isPlain, inner: [] }
    frame.end = () => end(captured)
  }

  #absolute(written: string, { base }: Frame): string {
    return absoluteAddress(written, base ?? this.#url)
  }
}

/** What a whole feed says of these things. */
const FEED_EXTRAS: ReadonlySet<string> = new Set(['podcast:funding', 'podcast:location'])

/** What may hold elements of HTML. */
const MARKED_UP: ReadonlySet<string> = new Set(['title', 'summary', 'content'])

/** A file that is a picture: better than a thumbnail of no known size, worse than a named image. */
const IMAGE_FILE_RANK = 1.5

function captureTag(capture: Capture, tag: string, raw: string, isEmpty: boolean): void {
  if (raw.includes('xmlns')) capture.scope = capture.scope.within(readAttributes(raw))
  const key = tag.includes(':') ? capture.scope.keyOf(tag) : tag
  const name = key.startsWith('xhtml:') ? key.slice(6) : tag
  const isVoid = VOID_ELEMENTS.has(name.toLowerCase())
  capture.captured.addTag(`<${name}${raw}>${isEmpty && !isVoid ? `</${name}>` : ''}`)
  if (!isEmpty && !isVoid) capture.inner.push(tag)
}

/** Closes the innermost open element of this name inside what is captured; false when there is none. */
function closeInside({ captured, inner, scope }: Capture, tag: string): boolean {
  const lowest = Math.max(0, inner.length - MISMATCH_MAX_LEVELS)
  for (let level = inner.length - 1; level >= lowest; level -= 1) {
    if (inner[level] !== tag) continue
    inner.length = level
    const key = tag.includes(':') ? scope.keyOf(tag) : tag
    captured.addTag(`</${key.startsWith('xhtml:') ? key.slice(6) : tag}>`)
    return true
  }
  return false
}

function modeOf(
  key: string,
  attributes: Attributes,
  { feedType, version }: XmlReader,
): ContentMode {
  if (key.startsWith('xhtml:') || key === 'body' || key === 'fullitem') return XHTML_MODE
  const isAtom = ATOM_TEXTS.has(feedType === 'atom' && !key.includes(':') ? `atom:${key}` : key)
  return isAtom ? atomMode(attributes, feedType === 'atom' ? version : '') : RSS_MODE
}
