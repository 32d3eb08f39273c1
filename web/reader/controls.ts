import { flatParent } from './styles.ts'

const CLOSED =
  'button[aria-expanded=false],summary[aria-expanded=false],[role=button][aria-expanded=false],[aria-expanded=false][aria-controls],[role=tab][aria-selected=false],details:not([open])>summary'
/** What stands around the text of a page. */
export const AROUND =
  'nav,header,footer,[role=menubar],[role=navigation],[role=banner],[role=search],form'
const CLOSED_MAX_COUNT = 200
const FOLD_MAX_STEPS = 3
const NO_PANEL = 'script,style,template,noscript,link'
const ROOTS_MAX_COUNT = 500
const ELEMENTS_MAX_COUNT = 50_000
/** What a button says that adds to a list, or to a text that is cut: a verb and how much, with a few words between. */
const MORE =
  /^\W*(?:(?:load|show|see|view|read|display)(?: [\p{L}\d]+){0,2}? (?:more|all|older|next)\b|(?:load|show|view|see)(?: all)?(?: \d+)? (?:replies|comments|answers|reviews|responses|details)|(?:more|older|next) (?:results|items|posts|comments|entries|rows)|(?:mehr|weitere)(?: [\p{L}\d]+){0,2}? (?:laden|anzeigen|lesen)|weiterlesen$|(?:afficher|charger|voir|lire)(?: [\p{L}\d]+){0,2}? (?:plus|(?:la )?suite)|(?:cargar|ver|mostrar|leer)(?: [\p{L}\d]+){0,2}? más|(?:carregar|ver|mostrar|ler)(?: [\p{L}\d]+){0,2}? mais|(?:carica|mostra|leggi)(?: [\p{L}\d]+){0,2}? (?:altr[io]|di più)|meer(?: [\p{L}\d]+){0,2}? (?:laden|tonen|lezen)|(?:visa|ladda|läs) (?:fler|mer)|(?:vis|læs) (?:flere|mere)|(?:näytä|lue) lisää|(?:pokaż|załaduj|czytaj) więcej|(?:načíst|zobrazit) další|(?:показать|загрузить|читать) (?:ещ[её]|далее)|daha fazla|devamını oku|もっと(?:見る|読む|読み込む)|続きを読む|더 ?보기|(?:加载|查看)更多|(?:載入|閱讀|阅读)更多|عرض المزيد|تحميل المزيد|اقرأ المزيد)/iu

/** The document, and the shadow roots in it. */
function rootsOf(): ParentNode[] {
  const roots: ParentNode[] = [document]
  let count = 0
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      count += 1
      if (count > ELEMENTS_MAX_COUNT || roots.length >= ROOTS_MAX_COUNT) return roots
      if (element.shadowRoot) roots.push(element.shadowRoot)
    }
  }
  return roots
}

/** Elements of the whole page that fit a selector. */
export function everywhere(selector: string): HTMLElement[] {
  return rootsOf().flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)])
}

/** Elements that open something of the page, and have not yet. */
export function controlsClosed(): HTMLElement[] {
  return everywhere(CLOSED)
    .slice(0, CLOSED_MAX_COUNT)
    .filter(
      (control) =>
        !control.hasAttribute('aria-haspopup') &&
        control.closest(AROUND) === null &&
        control.checkVisibility({ visibilityProperty: true }),
    )
}

/** Closed controls of which nothing is in the document yet. */
export function controlsWithoutText(): HTMLElement[] {
  return controlsClosed().filter((control) => {
    if (control.matches('summary')) return lengthBeside(control) === 0
    const panel = panelOf(control)
    return panel ? isBlank(panel) : !isOneOfPanels(control)
  })
}

/** What closed controls open, where that is in the document with a text. */
export function panelsClosed(): ReadonlySet<Element> {
  const panels = controlsClosed().flatMap((control) => panelOf(control) ?? [])
  return new Set(panels.filter((panel) => !isBlank(panel)))
}

function isBlank({ textContent }: Element): boolean {
  return !/\S/.test(textContent)
}

/** Characters of a fold beside those of what opens it. */
function lengthBeside({ parentElement, textContent }: Element): number {
  return (parentElement?.textContent.trim().length ?? 0) - textContent.trim().length
}

/** What a control opens: what it names, or what stands behind it and nobody sees. */
export function panelOf(control: Element): Element | undefined {
  if (control.matches('summary')) return undefined
  const id = control.getAttribute('aria-controls')
  const root = control.getRootNode() as Document | ShadowRoot
  if (id !== null)
    return isOfAnother(control, id) ? undefined : (root.getElementById(id) ?? undefined)
  if (control.matches('[role=tab]')) return undefined
  let at: Element | null = control
  for (let up = 0; at && up < FOLD_MAX_STEPS && at !== document.body; up += 1) {
    for (let next = at.nextElementSibling; next; next = next.nextElementSibling) {
      if (!next.matches(NO_PANEL) && !next.checkVisibility() && !isBlank(next)) return next
    }
    at = flatParent(at)
  }
  return undefined
}

/** Whether a panel shows what a tab beside a closed one has put there. */
function isOfAnother(tab: Element, id: string): boolean {
  const others = tab.closest('[role=tablist]')?.querySelectorAll('[role=tab][aria-selected=true]')
  return [...(others ?? [])].some((other) => other.getAttribute('aria-controls') === id)
}

/** Whether a control is a tab that names no panel, of a list that has a panel with a text for each of its tabs. */
function isOneOfPanels(control: Element): boolean {
  if (!control.matches('[role=tab]')) return false
  const tabs = control.closest('[role=tablist]')?.querySelectorAll('[role=tab]').length ?? 0
  const panels = [...document.querySelectorAll('[role=tabpanel]')].filter((one) => !isBlank(one))
  return tabs > 0 && panels.length >= tabs
}

/** Buttons that add to a list, or to a text. */
export function moreButtons(): HTMLElement[] {
  return everywhere('button,[role=button],a:not([href]),a[href^="#"]').filter(
    (button) =>
      button.textContent.length < 60 &&
      MORE.test(button.textContent.trim()) &&
      button.getAttribute('aria-expanded') === null &&
      button.closest('form') === null &&
      button.checkVisibility({ visibilityProperty: true }),
  )
}
