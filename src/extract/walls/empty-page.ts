import type { PageTree } from '../../markup/html/parse-page.ts'
import { ClassPattern } from '../../markup/html/tree/class-names.ts'
import { visitNodes, type ElementNode, type TreeNode } from '../../markup/html/tree/node.ts'
import { CONTENT_TAGS } from './around-content.ts'
import { asksOnly, ConsentQuestions } from './consent-wall.ts'
import {
  asksForScripts,
  bareText,
  isMenuLabel,
  isOnlyDots,
  LEGAL,
  mentionsWaiting,
  saysWaiting,
} from './empty-words.ts'
import { type VisibleBlock, visiblePage, type VisiblePage } from './visible-blocks.ts'

/** What a page without content shows in its place. */
export type InPlaceOfContent = 'consent' | 'only menus and the like' | 'no text'

/** Letters of its own up to which a page is none where scripts may replace them. */
const NOTHING_MAX_LETTERS = 20
/** What waits is short, and said once or twice: many lines that end in dots are the beginnings of texts. */
const WAITING_MAX_LETTERS = 30
/** Longest line that asks to wait among other words, where scripts may bring the text. */
const WAITING_LINE_MAX_LETTERS = 120
const WAITING_MAX_COUNT = 2
/** What asks for scripts, too. */
const SCRIPT_NOTE_MAX_LETTERS = 300
/** Menus, footers and the like of more letters outside of links may hold the content. */
const AROUND_TEXT_MAX_LETTERS = 200

/** Links beside the name of a site or its copyright that make a menu. */
const MENU_MIN_LINKS = 3
const MENU_MARKS_MAX_COUNT = 20
const MENU_MAX_STEPS = 12
/** Letters of the name of a site. */
const NAME_MAX_LETTERS = 40
/** Links that lead where menus lead, different ones, and their share of those of a menu that is known by them. */
const LABELS_MIN_COUNT = 2
const LABELS_MIN_SHARE = 0.3

/** Names of what holds the content of a page, whole words of class and id. */
const SLOT_NAMES =
  /(?:^|\s)(?:(?:main|page|site|app|article|post|view|primary)[-_]?)?(?:content|contents|main|body|app|application|root|outlet|view|article|container|page|mount|entry)(?:$|\s)/i
const SLOTS_MAX_COUNT = 100
const SLOT_MAX_NODES = 500
const MEDIA: ReadonlySet<string> = new Set(
  'img svg video audio iframe canvas object embed input textarea picture math'.split(' '),
)

/**
 * What a page shows in place of content; undefined where it has content. A page has content by any line of its own that is not
 * the name of the site, a copyright, a menu, a label or a notice that it loads; by a picture; and by links outside of menus, unless
 * the place for the content is empty.
 */
export function inPlaceOfContent(tree: PageTree): InPlaceOfContent | undefined {
  const page = visiblePage(tree.nodes)
  if (!page.isWhole) return undefined
  const sites = siteNamesOf(tree, page)
  const isOfSite = ({ text, plainText }: VisibleBlock): boolean =>
    sites.has(bareText(plainText)) || sites.has(bareText(text))
  const questions = new ConsentQuestions(tree.nodes)
  if (asksOnly(page, questions, isOfSite)) return 'consent'
  const sums = new Sums(tree, questions, isOfSite)
  for (const block of page.blocks) {
    sums.add(block)
    if (sums.isEnough) return undefined
  }
  if (page.images.some((image) => !saysNothing(image))) return undefined
  if (!sums.isEmpty(page, leadingOutside(menusOf(page, isOfSite), page))) return undefined
  return page.blocks.some(({ letters }) => letters > 0) ? 'only menus and the like' : 'no text'
}

/** Letters of links to other pages that stand outside of some menus and of what stands around content. */
function leadingOutside(menus: readonly ElementNode[], { blocks }: VisiblePage): number {
  let sum = 0
  for (const { leading, isAround, from } of blocks) {
    if (leading > 0 && !isAround && !isWithin(from, menus)) sum += leading
  }
  return sum
}

/** What the lines of a page amount to. */
class Sums {
  readonly #tree: PageTree
  readonly #questions: ConsentQuestions
  readonly #isOfSite: (block: VisibleBlock) => boolean
  /** Letters of lines of its own, of its headings, of menus and the like outside of links. */
  #own = 0
  #headings = 0
  #around = 0
  #waiting = 0
  /** Something says that the text is to come. */
  #isToCome = false

  constructor(
    tree: PageTree,
    questions: ConsentQuestions,
    isOfSite: (block: VisibleBlock) => boolean,
  ) {
    this.#tree = tree
    this.#questions = questions
    this.#isOfSite = isOfSite
  }

  /** Whether there is so much that the page has content, whatever follows. */
  get isEnough(): boolean {
    return this.#around > AROUND_TEXT_MAX_LETTERS || this.#own > NOTHING_MAX_LETTERS
  }

  add(block: VisibleBlock): void {
    const { text, letters, linked } = block
    if (letters === 0) {
      this.#isToCome ||= !block.isAround && isOnlyDots(text)
    } else if (block.isAround) {
      if (!LEGAL.test(text)) this.#around += letters - linked
    } else if (linked < letters) this.#addOwn(block)
  }

  #addOwn(block: VisibleBlock): void {
    const { around, text, letters, linked } = block
    const plain = letters - linked
    if (this.#isOfSite(block) || LEGAL.test(text) || this.#questions.has(block)) return
    if (this.#waiting < WAITING_MAX_COUNT && this.#isWaiting(text, plain)) {
      this.#waiting += 1
      this.#isToCome = true
    } else if (this.#tree.scripts > 0 && plain <= SCRIPT_NOTE_MAX_LETTERS && asksForScripts(text)) {
      this.#isToCome = true
    } else if (isMenuLabel(text)) return
    else if (around.isHeading) this.#headings += plain
    // A cell or an item is content, however short.
    else this.#own += CONTENT_TAGS.has(around.name) ? NOTHING_MAX_LETTERS + plain : plain
  }

  #isWaiting(text: string, plain: number): boolean {
    if (plain <= WAITING_MAX_LETTERS && saysWaiting(text)) return true
    return this.#tree.scripts > 0 && plain <= WAITING_LINE_MAX_LETTERS && mentionsWaiting(text)
  }

  /** Whether there is nothing of the page's own where that is not enough; `leading` are the letters of links outside of menus. */
  isEmpty({ links }: VisiblePage, leading: number): boolean {
    const { scripts, noscript, nodes } = this.#tree
    if (this.#headings > 0 && this.#own > 0) return false
    // A heading over links is a list of these, unless what holds the text of a page by its meaning is empty.
    const isSlot = this.#headings > 0 && leading > 0 ? isMain : mayBeMain
    const isToCome = this.#isToCome || hasEmptySlot(nodes, isSlot)
    if (this.#headings > 0) return isToCome
    if (isToCome || asksForScripts(noscript)) return true
    if (leading > 0) return false
    return this.#own === 0 || showsWaiting(this.#tree) || (scripts > 0 && links.length > 0)
  }
}

/** Names that the site may have: the parts of its title, what it states, and what stands both first and further down. */
function siteNamesOf({ title, metas }: PageTree, { blocks }: VisiblePage): Set<string> {
  const parts = title.split(/\s[|–—·•»:-]\s/u).map(bareText)
  const headings = new Set(
    blocks.filter(({ around }) => around.isHeading).map(({ text }) => bareText(text)),
  )
  // The heading is rather the title of the page.
  const named = parts.filter((part) => !headings.has(part))
  const stated = bareText(metas.get('og:site_name') ?? '')
  return new Set([...named, stated, repeatedName(blocks)].filter((name) => name !== ''))
}

/** The text of the first line of a page where it is short, no content by its element, and there once more; empty elsewhere. */
function repeatedName([first, ...others]: readonly VisibleBlock[]): string {
  if (!mayBeName(first)) return ''
  const name = bareText(first.plainText)
  return others.some((block) => mayBeName(block) && bareText(block.plainText) === name) ? name : ''
}

function mayBeName(block: VisibleBlock | undefined): block is VisibleBlock {
  if (!block || CONTENT_TAGS.has(block.around.name)) return false
  const plain = block.letters - block.linked
  return plain > 0 && plain <= NAME_MAX_LETTERS
}

/**
 * The smallest elements around the name of the site, its logo, its copyright or a link to its first page that hold links as well, and
 * those around links that lead where menus lead, where these are not few among others.
 */
function menusOf(page: VisiblePage, isOfSite: (block: VisibleBlock) => boolean): ElementNode[] {
  const { blocks, links, images } = page
  const marks = [
    ...blocks
      .filter((block) => isOfSite(block) || LEGAL.test(block.text))
      .map(({ around }) => around),
    ...images.filter(isLogo),
    ...links.filter(({ attributes }) => /^\.?\/$/.test(attributes['href'] ?? '')),
  ]
  return marks
    .slice(0, MENU_MARKS_MAX_COUNT)
    .map((mark) => menuAround(mark, links))
    .filter((menu) => menu !== undefined)
    .concat(labelledMenus(page))
}

function labelledMenus({ links }: VisiblePage): ElementNode[] {
  const labels = links.filter((link) => isMenuLabel(labelOf(link)))
  const marks = labels.slice(0, MENU_MARKS_MAX_COUNT)
  const menus = new Set(marks.map((label) => menuAround(label, links)))
  const found = [...menus].filter(
    (menu): menu is ElementNode => menu !== undefined && isLabelled(menu, labels, links),
  )
  // What leads to the same elsewhere is a path or the like.
  return found.length > 0 ? [...found, ...marks] : []
}

/** Whether enough of the links in an element lead where menus lead. */
function isLabelled(
  { id, end }: ElementNode,
  labels: readonly ElementNode[],
  links: readonly ElementNode[],
): boolean {
  const isInside = (link: ElementNode): boolean => link.id > id && link.id < end
  const own = labels.filter(isInside)
  const texts = new Set(own.map(labelOf))
  return (
    texts.size >= LABELS_MIN_COUNT && own.length >= LABELS_MIN_SHARE * links.filter(isInside).length
  )
}

const LABEL_MAX_CHARS = 60

/** The beginning of the text of a link. */
function labelOf(link: ElementNode): string {
  let text = ''
  visitNodes(link, (node) => {
    if (node.isText) text += node.data.slice(0, LABEL_MAX_CHARS)
    return text.length < LABEL_MAX_CHARS
  })
  return text.slice(0, LABEL_MAX_CHARS)
}

function menuAround(mark: ElementNode, links: readonly ElementNode[]): ElementNode | undefined {
  let element: ElementNode | undefined = mark
  for (let step = 0; step < MENU_MAX_STEPS && element?.parent; step += 1) {
    const { id, end, name } = element
    // A table that lays out the page holds all of it.
    if (/^t(?:able|body|r)$/.test(name)) return undefined
    if (links.filter((link) => link.id > id && link.id < end).length >= MENU_MIN_LINKS) {
      return element
    }
    element = element.parent
  }
  return undefined
}

/** Whether a picture is a logo, or what stands for one that is to come. */
function saysNothing(image: ElementNode): boolean {
  const { class: names = '', src = '', width, height } = image.attributes
  if (isLogo(image) || width === '1' || height === '1') return true
  return WAITING_PICTURE.test(`${names} ${src}`.slice(0, 300))
}

const WAITING_PICTURE =
  /spinner|loader|loading|preload|throbber|ajax-?load|please-?wait|progress|placeholder|\b(?:blank|pixel|spacer|1x1)\b|^\S* data:image\/gif;base64,R0lGODlhAQAB/i

/** Whether something on the page shows that the rest of it is to come. */
function showsWaiting({ scripts, names, classes }: PageTree): boolean {
  if (scripts === 0) return false
  return names.has('progress') || [...classes.values()].some((each) => each.matches(WAITING_NAMES))
}

const WAITING_NAMES = new ClassPattern(
  /(?:^|[\s_-])(?:spinner|loader|preloader|loading|skeleton|shimmer|splash|throbber|progress-?bar|circular-?progress)(?:$|[\s_-])/i,
)

function isLogo({ attributes }: ElementNode): boolean {
  const { class: names = '', src = '', alt = '' } = attributes
  return /logo|brand/i.test(`${names} ${src} ${alt}`.slice(0, 300))
}

function isWithin(id: number, elements: readonly ElementNode[]): boolean {
  return elements.some((element) => id > element.id && id < element.end)
}

/** Whether the place for the content of a page is there, and empty. */
function hasEmptySlot(
  nodes: readonly TreeNode[],
  isSlot: (element: ElementNode) => boolean,
): boolean {
  let looked = 0
  for (let id = 1; id < nodes.length && looked < SLOTS_MAX_COUNT; id += 1) {
    const node = nodes[id]!
    if (node.isText || !isSlot(node)) continue
    looked += 1
    if (isBlank(node, nodes)) return true
  }
  return false
}

function isMain({ name, attributes }: ElementNode): boolean {
  return name === 'main' || name === 'article' || attributes['role'] === 'main'
}

function mayBeMain(element: ElementNode): boolean {
  const { name, attributes } = element
  if (isMain(element)) return true
  if (name !== 'div' && name !== 'section') return false
  return SLOT_NAMES.test(attributes['id'] ?? '') || SLOT_NAMES.test(attributes['class'] ?? '')
}

function isBlank({ id, end }: ElementNode, nodes: readonly TreeNode[]): boolean {
  if (end - id > SLOT_MAX_NODES) return false
  for (let at = id + 1; at < end; at += 1) {
    const node = nodes[at]!
    if (node.isText ? /[\p{L}\p{N}]/u.test(node.data) : MEDIA.has(node.name)) return false
  }
  return true
}
