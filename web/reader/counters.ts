import { numberIn, TEXT_MAX_CHARS } from './digits.ts'
import { flatParent } from './styles.ts'

/** Rules of style sheets that are looked at for numbers that they write. */
const RULES_MAX_COUNT = 5_000
const SCOPE_MAX_DEPTH = 4
const SIDES = ['::before', '::after'] as const
/** One part of what a style writes: a string, an attribute, a counter, or something else, which is not read. */
const PART =
  /"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)\)|counter\(([\w-]+)(?:, (decimal(?:-leading-zero)?))?\)|(\S+)/g

/** A number that the style of an element writes before or behind what it holds. */
export interface CounterText {
  text: string
  value: number
  isBehind: boolean
  style: CSSStyleDeclaration
}

let known: { sheets: number; hasCounters: boolean } | undefined

/** Whether a style of the document writes the values of counters. */
export function hasCounters(): boolean {
  const { styleSheets, adoptedStyleSheets } = document
  const sheets = [...styleSheets, ...adoptedStyleSheets]
  if (known?.sheets !== sheets.length) {
    known = { sheets: sheets.length, hasCounters: sheets.some(writesCounters) }
  }
  return known.hasCounters
}

function writesCounters(sheet: CSSStyleSheet): boolean {
  const stack: CSSRule[] = [...rulesOf(sheet)]
  for (let count = 0; count < RULES_MAX_COUNT; count += 1) {
    const rule = stack.pop()
    if (!rule) return false
    if (rule instanceof CSSStyleRule && rule.style.content.includes('counter(')) return true
    if ('cssRules' in rule) stack.push(...(rule as CSSGroupingRule).cssRules)
  }
  return true
}

/** None of a sheet that is of another origin. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules
  } catch {
    return []
  }
}

/** The numbers that the style of an element writes, where they do not only number what stands there. */
export function counterTexts(element: Element): CounterText[] {
  const found: CounterText[] = []
  for (const side of SIDES) {
    const style = getComputedStyle(element, side)
    if (!style.content.includes('counter(') || style.display === 'none') continue
    const text = written(style, element)
    const value = text === undefined ? undefined : numberIn(text)
    if (text === undefined || value === undefined) continue
    found.push({ text, value, isBehind: side === '::after', style })
  }
  return found
}

function written(style: CSSStyleDeclaration, element: Element): string | undefined {
  let text = ''
  for (const [, quoted, attribute, counter, form, other] of style.content.matchAll(PART)) {
    if (other !== undefined) return undefined
    if (quoted !== undefined) text += quoted.replaceAll(/\\(.)/g, '$1')
    else if (attribute !== undefined) text += element.getAttribute(attribute) ?? ''
    else if (counter !== undefined) {
      const value = valueOf(counter, style, element)
      if (value === undefined) return undefined
      text += form === 'decimal-leading-zero' ? String(value).padStart(2, '0') : String(value)
    }
  }
  return text.length <= TEXT_MAX_CHARS ? text : undefined
}

/** The value that is given to a counter by the style that writes it, its element, or one around that. */
function valueOf(name: string, style: CSSStyleDeclaration, element: Element): number | undefined {
  let at: Element | null = element
  let own = style
  for (let depth = 0; depth < SCOPE_MAX_DEPTH; depth += 1) {
    const set = given(own.counterSet, name) ?? given(own.counterReset, name)
    const added = given(own.counterIncrement, name)
    if (set !== undefined) return set + (added ?? 0)
    if (added !== undefined || !at) return undefined
    own = getComputedStyle(at)
    at = flatParent(at)
  }
  return undefined
}

function given(values: string, name: string): number | undefined {
  const words = values.split(' ')
  const at = words.indexOf(name)
  return at === -1 ? undefined : Number(words[at + 1])
}
