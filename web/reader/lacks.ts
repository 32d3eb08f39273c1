import { flatParent } from './styles.ts'

/** What a page has that is not in its document until somebody opens it, or scrolls to it. */
export interface Lacks {
  /** Folds and tabs that are closed, and have nothing in them yet. */
  folds: number
  /** Rows that are there, of how many; 0 of 0 where the page does not say. */
  rows: number
  allRows: number
  /** Whether a list goes on where it is scrolled, or behind a button. */
  goesOn: boolean
}

const CLOSED =
  'button[aria-expanded=false],summary[aria-expanded=false],[role=button][aria-expanded=false],[aria-expanded=false][aria-controls],[role=tab][aria-selected=false]'
const AROUND = 'nav,header,footer,[role=menubar],[role=navigation],[role=banner],[role=search],form'
const CLOSED_MAX_COUNT = 200
const FOLD_MAX_STEPS = 3
/** Pixels of a list that is scrolled by itself, and how many times higher than its window. */
const LIST_MIN_PX = 120
const LIST_MIN_TIMES = 1.5
/** Share of the height of a list in which rows stand: less is a list that shows those alone that are seen. */
const FILLED_MIN_SHARE = 0.6
const BOXES_MAX_COUNT = 3_000
const ROW = '[role=row],[role=listitem],[role=option],[role=article],tr,li'
export const MORE =
  /^(?:\W*)(?:(?:load|show|see|view|read|display) (?:\d+ )?(?:more|all|older|next)|more (?:results|items|posts|comments|entries|rows)|mehr (?:laden|anzeigen)|weitere (?:laden|anzeigen)|(?:afficher|charger|voir) (?:plus|la suite)|(?:cargar|ver|mostrar) más|(?:carregar|ver|mostrar) mais|(?:carica|mostra) (?:altri|altro|di più)|meer (?:laden|tonen)|(?:visa|ladda) fler|vis flere|näytä lisää|pokaż więcej|załaduj więcej|načíst další|показать ещё|показать еще|загрузить ещё|daha fazla|もっと(?:見る|読み込む)|더 ?보기|加载更多|查看更多|載入更多|عرض المزيد|تحميل المزيد)/iu

/** Elements that open something of the page, and have not yet. */
export function closedControls(): Element[] {
  return [...document.querySelectorAll(CLOSED)]
    .slice(0, CLOSED_MAX_COUNT)
    .filter(
      (control) =>
        !control.hasAttribute('aria-haspopup') &&
        control.closest(AROUND) === null &&
        control.checkVisibility({ visibilityProperty: true }) &&
        !hasPanel(control),
    )
}

/** Whether what a control opens is in the document, with a text, though nobody sees it yet. */
function hasPanel(control: Element): boolean {
  const id = control.getAttribute('aria-controls')
  const panel = id === null ? null : document.getElementById(id)
  if (panel) return /\S/.test(panel.textContent) && !isOfAnother(control, id)
  if (control.matches('[role=tab]')) return false
  let at = flatParent(control)
  for (let up = 0; at && up < FOLD_MAX_STEPS && at !== document.body; up += 1) {
    const hidden = [...at.children].filter(
      (child) => !child.contains(control) && !child.checkVisibility(),
    )
    if (hidden.some((child) => /\S/.test(child.textContent))) return true
    at = flatParent(at)
  }
  return false
}

/** Whether a panel shows what a tab beside a closed one has put there. */
function isOfAnother(tab: Element, id: string | null): boolean {
  const others = tab.closest('[role=tablist]')?.querySelectorAll('[role=tab][aria-selected=true]')
  return [...(others ?? [])].some((other) => other.getAttribute('aria-controls') === id)
}

/** Buttons that add to a list. */
export function moreButtons(): HTMLElement[] {
  return [
    ...document.querySelectorAll<HTMLElement>('button,[role=button],a:not([href]),a[href^="#"]'),
  ].filter(
    (button) =>
      button.textContent.length < 60 &&
      MORE.test(button.textContent.trim()) &&
      button.getAttribute('aria-expanded') === null &&
      button.closest('form') === null &&
      button.checkVisibility({ visibilityProperty: true }),
  )
}

/** Boxes that are scrolled by themselves, outermost first. */
export function scrolledBoxes(): Element[] {
  const found: Element[] = []
  const all = document.body?.getElementsByTagName('*') ?? []
  for (let at = 0; at < Math.min(all.length, BOXES_MAX_COUNT); at += 1) {
    const element = all[at]
    if (!element || element.clientHeight < LIST_MIN_PX) continue
    if (element.scrollHeight < element.clientHeight * LIST_MIN_TIMES) continue
    if (/^(?:auto|scroll|overlay)$/.test(getComputedStyle(element).overflowY)) found.push(element)
  }
  return found
}

/** Whether a box holds only those of its rows that are seen now. */
export function isVirtual(box: Element): boolean {
  let filledPx = 0
  for (const row of rowsOf(box)) filledPx += row.getBoundingClientRect().height
  return filledPx < box.scrollHeight * FILLED_MIN_SHARE
}

/** The rows of a list: the children of the element in it that has most. */
export function rowsOf(box: Element): Element[] {
  let most: Element = box
  for (const element of [...box.querySelectorAll('*')].slice(0, BOXES_MAX_COUNT)) {
    if (element.childElementCount > most.childElementCount) most = element
  }
  return [...most.children].filter((child) => /\S/.test(child.textContent))
}

/** What the page says of the number of its rows, where it has fewer. */
function saidRows(): { rows: number; allRows: number } {
  const table = document.querySelector('[aria-rowcount]')
  const all = Number(table?.getAttribute('aria-rowcount') ?? 0)
  const item = table ? null : document.querySelector('[aria-setsize][aria-posinset]')
  const list = table ?? item?.parentElement
  const allRows = all > 0 ? all : Number(item?.getAttribute('aria-setsize') ?? 0)
  const rows = list ? list.querySelectorAll(table ? '[role=row],tr' : ROW).length : 0
  return allRows > rows ? { rows, allRows } : { rows: 0, allRows: 0 }
}

/** What a page lacks until somebody opens it. */
export function measureLacks(): Lacks {
  return {
    ...saidRows(),
    folds: closedControls().length,
    goesOn:
      moreButtons().length > 0 ||
      scrolledBoxes().some((box) => rowsOf(box).length > 2 && isVirtual(box)),
  }
}
