import { scrollLists } from './grow-lists.ts'
import { closedControls, moreButtons, rowsOf, scrolledBoxes } from './lacks.ts'

/** Bounds of what is opened on one page. */
const CLICKS_MAX_COUNT = 80
const MORE_MAX_COUNT = 10
const ROWS_MAX_COUNT = 2_000
const STEPS_MAX_COUNT = 150
const BOXES_MAX_COUNT = 6
/** Milliseconds for a list to show other rows, or a panel its text; share of its window by which a list is scrolled. */
const STEP_MS = 40
const PANEL_MS = 120
const STEP_SHARE = 0.8
/** What a name of a control says that it does more than show something. */
const ACTS =
  /delete|remove|buy|order|pay|checkout|subscribe|sign|log ?(?:in|out)|submit|send|post|save|add to|follow|like|vote|share|print|download|accept|agree|reject|decline/i

const clicked = new WeakSet<Element>()
const rows = new Map<Element, Map<string, Node>>()
const panels: { after: Element; panel: Node; text: string }[] = []
let clicks = 0
let mores = 0

const pause = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Keeps the page where it is: nothing is sent, and no link is followed. */
export function stay(): void {
  addEventListener('submit', (event) => event.preventDefault(), { capture: true })
  addEventListener(
    'click',
    (event) => {
      const link = event.composedPath().find((at) => at instanceof HTMLAnchorElement)
      if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault()
    },
    { capture: true },
  )
  const { navigation } = globalThis as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', (event) => {
    const { destination } = event as Event & { destination: { sameDocument: boolean } }
    if (!destination.sameDocument) event.preventDefault()
  })
}

function mayClick(control: Element): boolean {
  if (clicked.has(control) || clicks >= CLICKS_MAX_COUNT) return false
  const names = `${control.textContent.slice(0, 80)} ${control.getAttribute('aria-label') ?? ''}`
  if (ACTS.test(names) || control.closest('form,[contenteditable]')) return false
  if (control instanceof HTMLButtonElement && control.form) return false
  const link = control.closest('a')
  return !link?.getAttribute('href') || link.getAttribute('href')!.startsWith('#')
}

function click(control: Element): void {
  clicked.add(control)
  clicks += 1
  if (control instanceof HTMLElement) control.click()
}

/** Opens tabs one after the other, and remembers what each shows: the next may take its place. */
async function openTabs(): Promise<boolean> {
  const tabs = closedControls().filter(
    (control) => control.matches('[role=tab]') && mayClick(control),
  )
  for (const tab of tabs) {
    const list = tab.closest('[role=tablist]') ?? tab.parentElement ?? tab
    keepPanels(list)
    click(tab)
    await pause(PANEL_MS)
    keepPanels(list)
  }
  return tabs.length > 0
}

function keepPanels(list: Element): void {
  for (const panel of document.querySelectorAll('[role=tabpanel]')) {
    const text = panel.textContent.trim()
    const isKnown = text === '' || panels.some((one) => one.text === text)
    if (!isKnown && panel.checkVisibility()) {
      panels.push({ after: list, panel: panel.cloneNode(true), text })
    }
  }
}

/** Scrolls the lists of a page through, and remembers their rows: those that leave the window may leave the page. */
async function scrollBoxes(untilMs: number): Promise<void> {
  const boxes = scrolledBoxes().slice(0, BOXES_MAX_COUNT)
  for (const box of boxes) {
    const kept = rows.get(box) ?? new Map<string, Node>()
    rows.set(box, kept)
    for (let step = 0; step < STEPS_MAX_COUNT && performance.now() < untilMs; step += 1) {
      for (const row of rowsOf(box)) {
        const key = row.textContent.trim()
        if (!kept.has(key) && kept.size < ROWS_MAX_COUNT) kept.set(key, row.cloneNode(true))
      }
      const before = box.scrollTop
      box.scrollTop = before + box.clientHeight * STEP_SHARE
      await pause(STEP_MS)
      if (box.scrollTop <= before) await pause(PANEL_MS)
      if (box.scrollTop <= before && box.scrollTop + box.clientHeight >= box.scrollHeight - 2) break
    }
  }
}

/** One round of opening what only shows more of the page; whether anything was done. */
export async function openSome(maxMs: number): Promise<boolean> {
  const untilMs = performance.now() + maxMs
  const folds = closedControls().filter(
    (control) => !control.matches('[role=tab]') && mayClick(control),
  )
  for (const fold of folds) click(fold)
  let did = (await openTabs()) || folds.length > 0
  for (const button of moreButtons().slice(0, 1)) {
    if (mores >= MORE_MAX_COUNT || ACTS.test(button.textContent)) break
    mores += 1
    button.click()
    did = true
  }
  const { scrollHeight } = document.documentElement
  scrollTo({ top: scrollHeight, behavior: 'instant' })
  document.dispatchEvent(new Event('scroll', { bubbles: true }))
  await scrollBoxes(untilMs)
  await pause(PANEL_MS)
  return did || document.documentElement.scrollHeight > scrollHeight
}

/** Puts what was remembered, and is not there any more, where it was. */
export function putBack(): void {
  scrollTo({ top: 0, behavior: 'instant' })
  for (const [box, kept] of rows) {
    const now = new Set(rowsOf(box).map((row) => row.textContent.trim()))
    if ([...kept.keys()].every((key) => now.has(key))) continue
    const list = document.createElement('ul')
    for (const row of kept.values()) {
      const item = document.createElement('li')
      if (row instanceof HTMLElement) row.style.cssText = 'position:static;transform:none'
      item.append(...(row instanceof HTMLLIElement ? row.childNodes : [row]))
      list.append(item)
    }
    box.replaceWith(list)
  }
  const all = [...document.querySelectorAll('[role=tabpanel]')]
  const shown = new Set(all.map(({ textContent }) => textContent.trim()))
  for (const { after, panel, text } of panels) if (!shown.has(text)) after.after(panel)
}

export { scrollLists }
