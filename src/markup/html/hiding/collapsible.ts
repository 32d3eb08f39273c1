import { Has } from '../tokens/attribute-bits.ts'
import type { Attributes } from '../tokens/attributes.ts'
import type { ElementNode } from '../tree/node.ts'
import { visibility } from './hidden.ts'

const FOLDS =
  /accordi[ao]n|collaps|disclosure|expand|\bfaq|read-?more|show-?more|tab-?(?:content|pane)|toggle-?content/i
const COVERS =
  /alert|banner|basket|cart\b|consent|cookie|dialog|drawer|filter|gdpr|lightbox|menu|modal|nav(?:bar|igation)?\b|off-?canvas|overlay|popup|search|tooltip/i
const NAMES_MAX_CHARS = 300

/**
 * Whether a hidden element is one that a control on the page shows: the panel of a tab, the inside of an
 * accordion, an answer. Readers see these on a click; menus and dialogs lie over the page and do not count.
 * `controlled` are the ids that controls which can be expanded say they control.
 */
export function isCollapsible(attributes: Attributes, controlled: ReadonlySet<string>): boolean {
  const { role, class: classes = '', id = '' } = attributes
  const names = `${classes} ${id}`.slice(0, NAMES_MAX_CHARS)
  if (role !== undefined && role !== 'tabpanel' && role !== 'region' && role !== '') return false
  if (COVERS.test(names)) return false
  if (role === 'tabpanel') return true
  if (attributes['aria-labelledby'] !== undefined) return true
  return (id !== '' && controlled.has(id)) || FOLDS.test(names)
}

/** Elements that are no answers: lists of a menu, fields, pictures. */
const NO_PANELS = new Set(
  'ul ol li nav form input select img span a i svg template label button'.split(' '),
)
/** Where controls open menus. */
const CHROME = new Set('nav header footer menu form'.split(' '))
const CHROME_ROLE = /^(?:navigation|menu|menubar|banner)$/
const LEVELS_MAX_COUNT = 12

/**
 * Whether a hidden element follows, as the next sibling, what shows it on a click: a button, a heading that holds one, the
 * term of a definition; outside of navigation.
 */
export function followsControl(
  name: string,
  { role = '', class: classes = '', id = '' }: Attributes,
  parent: ElementNode,
): boolean {
  if (NO_PANELS.has(name) || (role !== '' && role !== 'region')) return false
  const before = parent.last
  if (!before || before.isText) return false
  if (COVERS.test(`${classes} ${id}`.slice(0, NAMES_MAX_CHARS))) return false
  if (!(name === 'dd' && before.name === 'dt') && !isControl(before, id)) return false
  return !isInChrome(parent)
}

/** Whether an element is in a part of the page that is around its content. */
export function isInChrome(element: ElementNode): boolean {
  let at: ElementNode | undefined = element
  for (let level = 0; at && level < LEVELS_MAX_COUNT; level += 1) {
    if (CHROME.has(at.name)) return true
    if ((at.bits & Has.role) !== 0 && CHROME_ROLE.test(at.attributes['role']!)) return true
    at = at.parent
  }
  return false
}

/** The part of the page that a control, or what holds nothing but one, opens: the element after it; undefined for others. */
export function leadsToPanel(element: ElementNode): ElementNode | undefined {
  const { name, attributes, bits, parent } = element
  if (name !== 'button' && (bits & (Has.role | Has.controls)) === 0) return undefined
  const isButton = name === 'button' || attributes['role'] === 'button'
  const opens =
    attributes['aria-expanded'] !== undefined || attributes['aria-controls'] !== undefined
  if (!isButton && !(opens && element.isBlock)) return undefined
  let head = element
  for (let level = 0; level < 3; level += 1) {
    const { parent: outer } = head
    if (!outer || outer.first !== head || nextElement(head)) break
    head = outer
  }
  const panel = nextElement(head)
  if (!parent || !panel || NO_PANELS.has(panel.name) || panel.first === undefined) return undefined
  const { class: classes = '', id = '', role = '' } = panel.attributes
  if (COVERS.test(`${classes} ${id}`.slice(0, NAMES_MAX_CHARS))) return undefined
  if (role !== '' && role !== 'region') return undefined
  if (!opens && visibility(panel.attributes) === 'visible') return undefined
  return isInChrome(parent) ? undefined : panel
}

function nextElement({ next }: ElementNode): ElementNode | undefined {
  let follower = next
  while (follower?.isText === true && follower.data.trim() === '') follower = follower.next
  return follower?.isText === false ? follower : undefined
}

/** Whether an element is a button with words on it, or holds nothing but one, and does not control another element. */
function isControl(element: ElementNode, id: string): boolean {
  let at = element
  for (let level = 0; level < 3; level += 1) {
    const { name, attributes } = at
    const isButton = name === 'button' || attributes['role'] === 'button'
    if (isButton || attributes['aria-expanded'] !== undefined) {
      const controls = attributes['aria-controls']
      const isOther = controls !== undefined && !controls.split(/\s+/).includes(id)
      return at.first !== undefined && !isOther
    }
    const { first } = at
    if (
      !first ||
      first.isText ||
      (first.next && !(first.next.isText && first.next.data.trim() === ''))
    )
      return false
    at = first
  }
  return false
}
