import { type DataType, parse, type Selector, SelectorType } from 'css-what'
import { countChars } from '../../lib/text.ts'
import { SELECTOR_MAX_CHARS, SELECTOR_MAX_PARTS } from '../limits.ts'

const PSEUDO_CLASSES: ReadonlySet<string> = new Set(
  'first-child last-child only-child first-of-type last-of-type only-of-type empty root'.split(' '),
)
const COUNTING: ReadonlySet<string> = new Set(
  'nth-child nth-last-child nth-of-type nth-last-of-type'.split(' '),
)
const COMBINATORS: ReadonlySet<SelectorType> = new Set([
  SelectorType.Child,
  SelectorType.Descendant,
  SelectorType.Adjacent,
  SelectorType.Sibling,
])
const NTH = /^\s*(?:odd|even|[+-]?\d{1,6}|[+-]?\d{0,6}n(?:\s*[+-]\s*\d{1,6})?)\s*$/i
const HOLDING: ReadonlySet<string> = new Set('is where not has'.split(' '))

/** Whether a text is a CSS selector of the kind that is understood here, and of a bearable size. */
export function isSelector(text: string): boolean {
  if (text.trim() === '' || countChars(text) > SELECTOR_MAX_CHARS) return false
  let alternatives: Selector[][]
  try {
    alternatives = parse(text)
  } catch {
    return false
  }
  if (alternatives.some(([first]) => !first || isCombinator(first))) return false
  let count = 0
  while (alternatives.length > 0) {
    const parts = alternatives.pop() ?? []
    const last = parts.at(-1)
    count += parts.length
    if (count > SELECTOR_MAX_PARTS || !last || isCombinator(last)) return false
    if (!parts.every(isUnderstood)) return false
    for (const { data } of parts.filter((part) => part.type === SelectorType.Pseudo)) {
      if (Array.isArray(data)) alternatives.push(...data)
    }
  }
  return true
}

function isCombinator({ type }: Selector): boolean {
  return COMBINATORS.has(type)
}

function isUnderstood(part: Selector): boolean {
  if (part.type === SelectorType.Pseudo) return isUnderstoodPseudo(part.name, part.data)
  return 'namespace' in part ? part.namespace === null : isCombinator(part)
}

function isUnderstoodPseudo(name: string, data: DataType): boolean {
  if (Array.isArray(data)) return HOLDING.has(name) && data.length > 0
  if (data === null) return PSEUDO_CLASSES.has(name)
  return COUNTING.has(name) ? NTH.test(data) : name === 'contains' && data !== ''
}
