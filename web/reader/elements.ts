import { BLOCKS_OF_ALL } from './folds.ts'
import { onPage, type Regions, shareIn } from './regions.ts'
import { isShapedAway } from './shapes.ts'
import { styleOf } from './styles.ts'

const CONSENT =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|cmp)[_-]?(?:banner|consent|notice|bar|modal|dialog|popup|wall|overlay|law|manager)|onetrust|cookiebot|didomi|usercentrics|klaro|truste|qc-cmp/i
const CONSENT_MAX_CHARS = 2_500
const BUTTONS = 'button,[role=button],input[type=button],input[type=submit]'
/** What shows something without a text in it. */
const LEAVES: ReadonlySet<string> = new Set('img iframe frame select canvas'.split(' '))
const TINY_PX = 2

/** Characters in an element. */
export function lengthOf(element: Element): number {
  return element.textContent.length
}

let pageChars: number | undefined

/** Characters on the whole page, as it was when it was asked first. */
export function lengthOfPage(): number {
  pageChars ??= document.body ? lengthOf(document.body) : 0
  return pageChars
}

/** Whether most of the page is not in an element. */
function isBeside(element: Element): boolean {
  const chars = lengthOf(element)
  return chars < lengthOfPage() * 0.5 && lengthOfPage() - chars > 200
}

/** Whether an element lies over the page for a while. */
export function isOverlay(element: Element): boolean {
  const style = styleOf(element)
  const { position } = style
  const isOver =
    position === 'fixed' ||
    (position === 'absolute' && Number(style.zIndex) >= 1000) ||
    element.getAttribute('aria-modal') === 'true' ||
    (element instanceof HTMLDialogElement && element.open)
  return isOver && isBeside(element)
}

function isConsent(element: Element): boolean {
  const names = `${element.id} ${element.getAttribute('class') ?? ''}`
  return (
    names.length > 1 &&
    CONSENT.test(names) &&
    !BLOCKS_OF_ALL.has(element.localName) &&
    lengthOf(element) < CONSENT_MAX_CHARS &&
    element.querySelector(BUTTONS) !== null &&
    isBeside(element)
  )
}

function isLeafUnseen(element: Element, regions: Regions): boolean {
  if (styleOf(element).visibility !== 'visible') return true
  const sizes = [element.getAttribute('width'), element.getAttribute('height')]
  if (sizes.every((size) => size !== null && Number(size) <= TINY_PX)) return true
  const box = element.getBoundingClientRect()
  if (box.width === 0 || box.height === 0) return false
  return shareIn([onPage(box)], regions.of(element)) === 0 && !regions.isMovable(element)
}

/** Whether nobody sees anything of an element and of what it holds. */
export function isUnseen(element: Element, regions: Regions): boolean {
  const style = styleOf(element)
  if (style.display === 'contents') return false
  if (!element.checkVisibility() || style.contentVisibility === 'hidden') return true
  if (isShapedAway(style, element) || isOverlay(element) || isConsent(element)) return true
  return LEAVES.has(element.localName) && isLeafUnseen(element, regions)
}
