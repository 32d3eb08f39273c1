import { panelsClosed } from './controls.ts'
import { childrenOf, flatParent } from './styles.ts'

const FOLDS =
  'details,[role=tabpanel],[hidden="until-found"],[data-accordion],.accordion,[class*=accordion],[class*=tab-pane],[class*=tabpanel],[class*=tab-content],[class*=collapse],[class*=disclosure],[aria-labelledby][role=region]'
const FOLD_NAMES = /-(?:tab-?panel|details|accordion|collapse|disclosure|expansion)/
const FOLD_MAX_DEPTH = 12
const CONTROLS =
  'button,summary,label,[role=tab],[role=button],[aria-expanded],[aria-controls],[onclick],[tabindex],a[href^="#"],a:not([href]),input,[class*=toggle],[class*=trigger],[class*=header],[class*=title],[class*=heading],[class*=tab],[class*=more]'
const CONTROL_MAX_DEPTH = 4
const CONTROLS_MAX_COUNT = 40

/** Elements that hold a page rather than a piece of it. */
export const BLOCKS_OF_ALL: ReadonlySet<string> = new Set(['html', 'body', 'main', 'article'])

/** How something is shown that was folded. */
const OPEN = {
  visibility: 'visible',
  opacity: '1',
  overflow: 'visible',
  'max-height': 'none',
  height: 'auto',
  'content-visibility': 'visible',
  transform: 'none',
}

function isShown(element: Element): boolean {
  const box = element.getBoundingClientRect()
  return (
    box.width >= 4 &&
    box.height >= 4 &&
    box.right + scrollX > 0 &&
    box.bottom + scrollY > 0 &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  )
}

function areShown(elements: readonly Element[]): boolean {
  return elements.slice(0, CONTROLS_MAX_COUNT).some(isShown)
}

/** What says by its attributes that it opens an element. */
function controlsNaming(element: Element): Element[] {
  const root = element.getRootNode() as Document | ShadowRoot
  const id = CSS.escape(element.id)
  const selector = `[aria-controls~="${id}"],[href="#${id}"],[data-target="#${id}"],[data-bs-target="#${id}"],[for="${id}"]`
  const named = id === '' ? [] : [...root.querySelectorAll(selector)]
  for (const label of element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []) {
    if (label !== '') named.push(...root.querySelectorAll(`[id="${CSS.escape(label)}"]`))
  }
  return named
}

/** Whether something that opens an element is seen: what names it, or what stands by it. */
export function hasControl(element: Element): boolean {
  const named = controlsNaming(element)
  if (named.length > 0) return areShown(named)
  const before = element.previousElementSibling
  if (before && isShown(before)) {
    if (before.matches(CONTROLS) || before.querySelector(CONTROLS)) return true
    if (getComputedStyle(before).cursor === 'pointer') return true
  }
  let at = flatParent(element)
  for (let up = 0; at && up < CONTROL_MAX_DEPTH && !BLOCKS_OF_ALL.has(at.localName); up += 1) {
    const all = [...at.querySelectorAll(CONTROLS)].slice(0, CONTROLS_MAX_COUNT)
    const inShadow = at.shadowRoot ? [...at.shadowRoot.querySelectorAll(CONTROLS)] : []
    all.push(...inShadow.slice(0, CONTROLS_MAX_COUNT))
    if (areShown(all.filter((one) => !element.contains(one) && !one.contains(element)))) return true
    at = flatParent(at)
  }
  return false
}

function isClosed(element: Element, style: CSSStyleDeclaration, above: Element): boolean {
  if (style.display === 'none' || style.contentVisibility === 'hidden') return true
  if (style.opacity === '0') return true
  if (style.visibility !== 'visible' && getComputedStyle(above).visibility === 'visible')
    return true
  if (style.overflowY === 'visible') {
    return /^matrix(?:3d)?\(0,|^matrix\([^,]+, 0, 0, 0,/.test(style.transform)
  }
  if (style.height === '0px') return true
  return style.height !== 'auto' && element.getBoundingClientRect().height <= 1
}

function canOpenDetails(details: HTMLDetailsElement): boolean {
  return isShown(details.querySelector(':scope > summary') ?? details)
}

function openOne(element: HTMLElement, isGone: boolean): void {
  if (element instanceof HTMLDetailsElement) {
    // Of those of one name, only one can be open.
    element.removeAttribute('name')
    element.open = true
    return
  }
  element.removeAttribute('hidden')
  element.removeAttribute('aria-hidden')
  for (const [name, value] of Object.entries(OPEN)) {
    element.style.setProperty(name, value, 'important')
  }
  if (isGone) element.style.setProperty('display', 'block', 'important')
}

/**
 * Opens what a visitor can open, so that one rule tells of all that a page holds whether it is seen; returns what was opened. A fold is
 * opened once where something to open it with is seen; what is hidden in it stays so. All is looked at before any is opened.
 */
export function openFolds(root: Element, elementsMaxCount: number): ReadonlySet<Element> {
  const opened: [element: HTMLElement, isGone: boolean][] = []
  const panels = panelsClosed()
  const stack: [element: Element, depth: number, isInside: boolean][] = [
    [root, FOLD_MAX_DEPTH, false],
  ]
  for (let count = 0; count < elementsMaxCount; count += 1) {
    const next = stack.pop()
    if (!next) break
    const [element, depth, isInside] = next
    const isFold =
      element.matches(FOLDS) || FOLD_NAMES.test(element.localName) || panels.has(element)
    const below = isFold ? 0 : depth + 1
    let inside = isInside && !isFold
    if (element instanceof HTMLElement && (isFold || (below < FOLD_MAX_DEPTH && !isInside))) {
      const above = flatParent(element)
      const style = getComputedStyle(element)
      const isDetails = element instanceof HTMLDetailsElement
      if (isDetails ? !element.open : above && isClosed(element, style, above)) {
        if (!isInside && !(isDetails ? canOpenDetails(element) : hasControl(element))) continue
        opened.push([element, style.display === 'none'])
        inside = true
      }
    }
    for (const child of childrenOf(element)) stack.push([child, below, inside])
  }
  for (const [element, isGone] of opened) openOne(element, isGone)
  return new Set(opened.map(([element]) => element))
}
