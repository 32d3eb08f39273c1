import { type HtmlListener, readHtml } from '../../markup/html/read-html.ts'
import type { Attributes } from '../../markup/html/tokens/attributes.ts'

/** A sign of footnotes: without one the document is not looked through for them. */
const HINT = /footnote|fnref|noteref|cite_note|endnote|href\s*=\s*["']?#_?(?:ftn|fn|note)/i
/** What a reference may say: a number or mark, also in brackets. */
const MARK = /^[[(]?\s*(?:note\s)?([\w*†‡§¶]{1,8})\s*[\])]?$/iu
/** Elements that hold the text of a footnote. */
export const NOTE_ELEMENTS: ReadonlySet<string> = new Set([
  'li',
  'p',
  'div',
  'aside',
  'dd',
  'section',
])
const REFERENCE_WORDS =
  /(?:^|[\s-])(?:footnote-?ref|noteref|fnref|footnote|footnote-reference)(?:$|[\s-])/i
const LABEL = /^[\w-]{1,8}$/

/** Footnotes that an HTML text has, by the order of its elements. */
export interface FoundFootnotes {
  /** Label of each note, by the `id` of its text. */
  labels: ReadonlyMap<string, string>
  /** Labels that links stand for, by the number of the link. */
  references: ReadonlyMap<number, string>
  /** Raised parts that hold nothing but such links, by the number of the part. */
  raised: ReadonlySet<number>
  /** Ids of references: links to them lead back. */
  origins: ReadonlySet<string>
  /** Lists that hold nothing but notes, by the number of the list. */
  lists: ReadonlySet<number>
}

interface Link {
  index: number
  target: string
  text: string
  origin: string
  isRaised: boolean
  isNamed: boolean
  /** The raised part around it, or -1. */
  sup: number
}

/** Finds the footnotes of an HTML text; undefined where it has none. */
export function findFootnotes(html: string): FoundFootnotes | undefined {
  if (!HINT.test(html)) return undefined
  const scan = new FootnoteScan()
  readHtml(html, scan)
  const references = scan.links.filter(
    ({ target, text, isRaised, isNamed }) =>
      scan.bodies.has(target) && (isRaised || isNamed) && MARK.test(text.trim()),
  )
  if (references.length === 0) return undefined
  const labels = labelled(references)
  const known = new Set(references.map(({ index }) => index))
  return {
    labels,
    references: new Map(references.map(({ index, target }) => [index, labels.get(target) ?? ''])),
    raised: new Set(
      scan.sups.flatMap(({ links, hasText }, at) =>
        !hasText && links.length > 0 && links.every((link) => known.has(link)) ? [at] : [],
      ),
    ),
    origins: new Set(references.map(({ origin }) => origin).filter((origin) => origin !== '')),
    lists: new Set(
      scan.lists.flatMap(({ ids, others }, at) =>
        !others && ids.length > 0 && ids.every((id) => labels.has(id)) ? [at] : [],
      ),
    ),
  }
}

/** Labels by target: what the reference says where that is a label of its own, else a number. */
function labelled(references: readonly Link[]): Map<string, string> {
  const labels = new Map<string, string>()
  const taken = new Set<string>()
  for (const { target, text } of references) {
    if (labels.has(target)) continue
    const said = MARK.exec(text.trim())?.[1] ?? ''
    let label = LABEL.test(said) ? said : String(labels.size + 1)
    for (let next = labels.size + 1; taken.has(label.toLowerCase()); next += 1) label = String(next)
    taken.add(label.toLowerCase())
    labels.set(target, label)
  }
  return labels
}

class FootnoteScan implements HtmlListener {
  readonly links: Link[] = []
  readonly bodies = new Set<string>()
  readonly sups: { links: number[]; hasText: boolean; id: string }[] = []
  readonly lists: { ids: string[]; others: boolean }[] = []
  readonly #openSups: number[] = []
  readonly #openLists: number[] = []
  #link: Link | undefined
  #count = 0
  #tables = 0

  open(name: string, attributes: Attributes): void {
    const { id = '' } = attributes
    if (name === 'table') this.#tables += 1
    if (name === 'ol' || name === 'ul') {
      this.#openLists.push(this.lists.length)
      this.lists.push({ ids: [], others: false })
    }
    if (name === 'li') {
      const list = this.lists[this.#openLists.at(-1) ?? -1]
      if (id === '') {
        if (list) list.others = true
      } else list?.ids.push(id)
    }
    if (id !== '' && this.#tables === 0 && NOTE_ELEMENTS.has(name)) this.bodies.add(id)
    if (name === 'sup') {
      this.#openSups.push(this.sups.length)
      this.sups.push({ links: [], hasText: false, id })
      if (this.#link) this.#link.isRaised = true
    }
    if (name === 'a') this.#openLink(attributes)
  }

  text(text: string): void {
    if (this.#link) {
      if (this.#link.text.length < 32) this.#link.text += text
      return
    }
    const sup = this.sups[this.#openSups.at(-1) ?? -1]
    if (sup && /[^\s,;[\]()]/.test(text)) sup.hasText = true
  }

  close(name: string): void {
    if (name === 'table') this.#tables -= 1
    if (name === 'ol' || name === 'ul') this.#openLists.pop()
    if (name === 'sup') this.#openSups.pop()
    if (name !== 'a' || !this.#link) return
    this.links.push(this.#link)
    this.#link = undefined
  }

  #openLink(attributes: Attributes): void {
    const {
      href = '',
      id,
      class: names = '',
      rel = '',
      role = '',
      'epub:type': type = '',
    } = attributes
    const index = this.#count
    this.#count += 1
    const sup = this.#openSups.at(-1) ?? -1
    this.sups[sup]?.links.push(index)
    const [, target] = /^#(.{1,200})$/.exec(href.trim()) ?? []
    if (target === undefined) return
    const words = `${names} ${rel} ${role} ${type}`
    this.#link = {
      index,
      target: decoded(target),
      text: '',
      origin: id ?? this.sups[sup]?.id ?? '',
      isRaised: sup !== -1,
      isNamed: REFERENCE_WORDS.test(words) && !/backref|backlink|reverse/i.test(words),
      sup,
    }
  }
}

/** A part of an address as the `id` that it means. */
export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
