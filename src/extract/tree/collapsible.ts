import type { Attributes } from '../hidden.ts'

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
