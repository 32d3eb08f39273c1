import {
  controlsClosed,
  controlsWithoutText,
  everywhere,
  moreButtons,
  panelOf,
} from './controls.ts'
import { keep, keepRows, putBack as putBackKept } from './kept.ts'
import { scrolledBoxes, virtualLists } from './lacks.ts'

/** Bounds of what is opened on one page. */
const CLICKS_MAX_COUNT = 80
const MORE_MAX_COUNT = 10
const SLIDES_MAX_COUNT = 12
const STEPS_MAX_COUNT = 150
const BOXES_MAX_COUNT = 6
/** How often it is waited for at the end of a list. */
const WAITS_MAX_COUNT = 3
/** Milliseconds for a list to show other rows, or a panel its text; share of its window by which a list is scrolled. */
const STEP_MS = 40
const PANEL_MS = 120
const STEP_SHARE = 0.8
/** What a name of a control says that it does more than show something. */
const ACTS =
  /delete|remove|buy|order|pay|checkout|subscribe|sign|log ?(?:in|out)|submit|send|post|save|add to|follow|like|vote|share|print|download|accept|agree|reject|decline/i
const CAROUSELS =
  '[aria-roledescription=carousel],[class*=carousel i],[class*=slideshow i],[class*=slider i],[class*=swiper i]'
const NEXT =
  /^\W*(?:next|nächste|weiter|suivant|siguiente|próxim|seguinte|successiv|avanti|volgende|nästa|næste|neste|seuraava|następn|další|следующ|далее|sonraki|次|다음|下一)/iu

const clicks = new Map<string, number>()
const startUrl = document.URL
let clickCount = 0
let mores = 0
let isStaying = false

const pause = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Keeps the page where it is: nothing is sent, and no link is followed. */
function stay(): void {
  if (isStaying) return
  isStaying = true
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

function nameOf(control: Element): string {
  return `${control.getAttribute('aria-label') ?? ''} ${control.textContent.slice(0, 80)}`.trim()
}

/** Controls by what they are called and which one of that name they are: a page may draw them anew. */
function keysOf(): ReadonlyMap<Element, string> {
  const counts = new Map<string, number>()
  return new Map(
    everywhere('[aria-expanded],[role=tab],summary,button,[role=button]').map((control) => {
      const name = nameOf(control)
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [control, `${count} ${name}`]
    }),
  )
}

let keys = keysOf()

/** How often a control was used. */
function timesOf(control: Element): number {
  return clicks.get(keys.get(control) ?? '') ?? 0
}

/** A control as it stands now. */
function nowOf(control: Element): HTMLElement | undefined {
  if (control.isConnected) return control as HTMLElement
  const key = keys.get(control)
  for (const [other, otherKey] of keysOf()) {
    if (otherKey === key && other instanceof HTMLElement) return other
  }
  return undefined
}

/** Whether a control only shows something, as far as can be seen, and may be used once more. */
function mayClick(control: Element, maxTimes = 1): boolean {
  if (timesOf(control) >= maxTimes || clickCount >= CLICKS_MAX_COUNT) return false
  if (ACTS.test(nameOf(control)) || control.closest('form,[contenteditable]')) return false
  if (control instanceof HTMLButtonElement && control.form) return false
  const link = control.closest('a') ?? control.querySelector('a')
  return !link?.getAttribute('href') || link.getAttribute('href')!.startsWith('#')
}

function click(control: HTMLElement): void {
  clicks.set(keys.get(control) ?? '', timesOf(control) + 1)
  clickCount += 1
  nowOf(control)?.click()
}

const isTab = (control: Element): boolean => control.matches('[role=tab]')

/**
 * Opens all folds at once; where a page draws them anew, and those that others have closed, one after the other, and remembers what each
 * shows.
 */
async function openFolds(untilMs: number): Promise<boolean> {
  const folds = controlsWithoutText().filter((control) => !isTab(control) && mayClick(control))
  const [first] = folds
  for (const fold of folds) {
    if (!fold.isConnected) break
    click(fold)
  }
  const isDrawnAnew = folds.some((fold) => !fold.isConnected)
  if (first && !isDrawnAnew) return true
  const closed = first
    ? folds
    : controlsClosed().filter(
        (control) => !isTab(control) && timesOf(control) === 1 && mayClick(control, 2),
      )
  // What is open now may close when another opens.
  for (const control of keys.keys()) if (timesOf(control) > 0) keepPanel(control)
  for (const fold of closed) {
    if (performance.now() > untilMs) break
    if (first && timesOf(fold) > 0) continue
    keepPanel(fold)
    click(fold)
    await pause(PANEL_MS)
    keepPanel(fold)
  }
  return closed.length > 0
}

/** Remembers what a fold shows: what it names, or what stands behind it. */
function keepPanel(control: Element): void {
  const fold = nowOf(control)
  const head = fold?.closest('h1,h2,h3,h4,h5,h6,dt,summary') ?? fold
  const panel = (fold && panelOf(fold)) ?? fold?.nextElementSibling ?? head?.nextElementSibling
  if (head && panel) keep(head, panel)
}

/** Opens tabs one after the other, and remembers what each shows: the next may take its place. */
async function openTabs(): Promise<boolean> {
  const tabs = controlsWithoutText().filter((control) => isTab(control) && mayClick(control))
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
  for (const panel of document.querySelectorAll('[role=tabpanel]')) keep(list, panel)
}

/** Turns carousels that have but one of their slides in the document. */
async function turnCarousels(untilMs: number): Promise<boolean> {
  let did = false
  for (const carousel of [...document.querySelectorAll(CAROUSELS)].slice(0, BOXES_MAX_COUNT)) {
    const next = [...carousel.querySelectorAll<HTMLElement>('button,[role=button]')].find(
      (button) => NEXT.test(nameOf(button)) && mayClick(button),
    )
    if (!next) continue
    const seen = new Set<string>()
    for (let turn = 0; turn < SLIDES_MAX_COUNT && performance.now() < untilMs; turn += 1) {
      const text = carousel.textContent.trim()
      if (seen.has(text) || !next.isConnected) break
      seen.add(text)
      keep(carousel, carousel)
      click(next)
      await pause(PANEL_MS)
    }
    did ||= seen.size > 1
  }
  return did
}

/** Scrolls the lists of a page through, its window too, and remembers their rows; whether there were new ones. */
async function scrollBoxes(untilMs: number): Promise<boolean> {
  const lists = virtualLists().slice(0, BOXES_MAX_COUNT)
  const root = document.scrollingElement
  let did = false
  if (root && lists.length > 0) {
    root.scrollTop = 0
    await pause(PANEL_MS)
    did = await scrollThrough(root, lists, untilMs)
  }
  for (const box of scrolledBoxes().slice(0, BOXES_MAX_COUNT)) {
    did = (await scrollThrough(box, [box], untilMs)) || did
  }
  return did
}

async function scrollThrough(
  box: Element,
  lists: readonly Element[],
  untilMs: number,
): Promise<boolean> {
  const keepAll = (): boolean => lists.map((list) => keepRows(list)).includes(true)
  let did = false
  let waits = 0
  keepAll()
  for (let step = 0; step < STEPS_MAX_COUNT && performance.now() < untilMs; step += 1) {
    const before = box.scrollTop
    box.scrollTo({ top: before + box.clientHeight * STEP_SHARE, behavior: 'instant' })
    await pause(STEP_MS)
    did = keepAll() || did
    if (box.scrollTop > before) continue
    // More rows may be on their way.
    if (waits >= WAITS_MAX_COUNT) break
    waits += 1
    await pause(PANEL_MS)
  }
  return did
}

/** One round of opening what only shows more of the page; whether anything was done. */
export async function openSome(maxMs: number): Promise<boolean> {
  const untilMs = performance.now() + maxMs
  keys = keysOf()
  stay()
  let did = await openFolds(untilMs)
  did = (await openTabs()) || did
  did = (await turnCarousels(untilMs)) || did
  for (const button of moreButtons().slice(0, 1)) {
    if (mores >= MORE_MAX_COUNT || ACTS.test(button.textContent)) break
    mores += 1
    button.click()
    did = true
  }
  const { scrollHeight } = document.documentElement
  scrollTo({ top: scrollHeight, behavior: 'instant' })
  document.dispatchEvent(new Event('scroll', { bubbles: true }))
  did = (await scrollBoxes(untilMs)) || did
  await pause(PANEL_MS)
  return did || document.documentElement.scrollHeight > scrollHeight
}

/** Scrolls back to where the page begins. */
export function toStart(): void {
  scrollTo({ top: 0, behavior: 'instant' })
}

/** Puts back what was remembered, and the address of the page, for what writes it at once. */
export function putBack(): void {
  putBackKept()
  if (document.URL !== startUrl) history.replaceState(history.state, '', startUrl)
}

export { scrollToEnds, scrollToStarts } from './grow-lists.ts'
