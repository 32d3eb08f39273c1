import {
  ROBOTS_PATTERNS_MAX_CHARS,
  ROBOTS_RULE_MAX_CHARS,
  ROBOTS_RULES_MAX_COUNT,
} from './limits.ts'

/** A line of robots.txt that is about paths: those that begin like the texts between its stars, in their order. */
interface Rule {
  isAllowed: boolean
  /** Texts between the stars; the first one stands at the beginning of the path. */
  parts: readonly string[]
  /** Whether the path ends with the last part (`$`). */
  isWhole: boolean
  /** Characters of the pattern: of several rules for a path, the longest counts. */
  length: number
}

/** What a robots.txt says to one reader. */
export class RobotsRules {
  readonly #rules: readonly Rule[]

  constructor(rules: readonly Rule[]) {
    this.#rules = rules
  }

  /** Whether an address may be read. */
  allows({ pathname, search }: URL): boolean {
    const path = canonical(pathname + search)
    if (path === '/robots.txt') return true
    // The longest comes first, and of two equally long ones the one that allows.
    const rule = this.#rules.find((one) => fits(one, path))
    return rule?.isAllowed ?? true
  }
}

/** Allows everything. */
export const NO_RULES = new RobotsRules([])

/** Allows nothing. */
export const ALL_FORBIDDEN = new RobotsRules([
  { isAllowed: false, parts: ['/'], isWhole: false, length: 1 },
])

/** A line with its field, as RFC 9309 has it: blanks around, and a comment after it. */
const LINE = /^\s*([a-z-]{1,40})\s*:([^#]*)/i

/**
 * Reads a robots.txt (RFC 9309) as the reader of that name, a product token: its groups, or where there is none those for all (`*`).
 * Lines beyond the limits are left out, except those that forbid.
 */
export function readRobots(text: string, product: string): RobotsRules {
  const own: Rule[] = []
  const forAll: Rule[] = []
  const budget = { chars: ROBOTS_PATTERNS_MAX_CHARS }
  let isOwnNamed = false
  let targets: Rule[][] = []
  let isNaming = false
  for (const line of text.split(/\r\n?|\n/)) {
    const [, field = '', rest = ''] = LINE.exec(line.replace(/^\uFEFF/, '')) ?? []
    const value = rest.trim()
    const name = field.toLowerCase()
    if (name === 'user-agent') {
      if (!isNaming) targets = []
      isNaming = true
      const token = /^[a-z_-]+/i.exec(value)?.[0].toLowerCase()
      if (token === product.toLowerCase()) {
        isOwnNamed = true
        targets.push(own)
      } else if (value.startsWith('*')) targets.push(forAll)
    } else if (name === 'allow' || name === 'disallow') {
      isNaming = false
      const rule = ruleOf(name === 'allow', value, budget)
      for (const target of rule ? targets : []) {
        if (rule && target.length < ROBOTS_RULES_MAX_COUNT) target.push(rule)
      }
    }
  }
  const rules = isOwnNamed ? own : forAll
  return new RobotsRules(
    rules.toSorted((a, b) => b.length - a.length || Number(b.isAllowed) - Number(a.isAllowed)),
  )
}

/** The rule of a line; undefined for one that says nothing. */
function ruleOf(isAllowed: boolean, value: string, budget: { chars: number }): Rule | undefined {
  if (value === '') return undefined
  const pattern = canonical(value)
  const isWhole = pattern.endsWith('$')
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split(/\*+/)
  const { length } = pattern
  const isPlain = parts.length === 1
  if (isPlain && length <= ROBOTS_RULE_MAX_CHARS) return { isAllowed, parts, isWhole, length }
  budget.chars -= length
  if (length <= ROBOTS_RULE_MAX_CHARS && budget.chars >= 0) {
    return { isAllowed, parts, isWhole, length }
  }
  // Too much to compare: what it forbids, its beginning forbids as well.
  const beginning = (parts[0] ?? '').slice(0, ROBOTS_RULE_MAX_CHARS)
  return isAllowed ? undefined : { isAllowed, parts: [beginning], isWhole: false, length }
}

function fits({ parts, isWhole }: Rule, path: string): boolean {
  const [first = '', ...others] = parts
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isWhole ? others.pop() : undefined
  for (const part of others) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  if (!isWhole) return true
  return last === undefined
    ? at === path.length
    : path.length - last.length >= at && path.endsWith(last)
}

/** A path or pattern in one spelling: whatever need not be escaped is not, everything beyond ASCII is, in capitals. */
function canonical(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\u0021-\u007E]/gu, encodeURIComponent)
    .replaceAll(/%([\da-f]{2})/gi, (escaped, digits: string) => {
      const char = String.fromCodePoint(Number.parseInt(digits, 16))
      return /[\w.~-]/.test(char) ? char : escaped.toUpperCase()
    })
}
