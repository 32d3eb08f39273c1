import type { ElementNode } from './node.ts'

/** The last part of a selector. */
const PART = /^([a-z][\w-]*)?(?:#([\w-]{1,60}))?((?:\.[\w-]{1,60})*)$/i
/** The last class of what is around it. */
const AROUND = /\.([\w-]{1,60})[^.]*$/
/** Elements that are preformatted anyway, or stand around everything. */
const OTHERS = /^(?:pre|code|kbd|samp|textarea|html|body|main|article)$/i
const RULE_MAX_CHARS = 1000
const RULES_MAX_COUNT = 100
const AROUND_MAX_LEVELS = 8

/** Whom a rule is for. */
interface Rule {
  tag: string
  id: string
  classes: readonly string[]
  around: string
}

/** Finds elements for which style sheets declare something. */
export class StyleRules {
  readonly #property: string
  readonly #declaration: RegExp
  readonly #rules: Rule[] = []
  /** Style sheets that nobody has asked about since they came. */
  #unread: string[] = []

  /** `declaration` is matched where `property` stands. */
  constructor(property: string, declaration: RegExp) {
    this.#property = property
    this.#declaration = declaration
  }

  /** Takes note of a style sheet. */
  add(sheet: string): void {
    this.#unread.push(sheet)
  }

  #read(sheet: string): void {
    let at = sheet.indexOf(this.#property)
    for (let count = 0; at !== -1 && count < RULES_MAX_COUNT; count += 1) {
      if (this.#declaration.test(sheet.slice(at, at + 60))) {
        const before = sheet.slice(Math.max(0, at - RULE_MAX_CHARS), at)
        for (const selector of selectorsOf(before)) this.#addRule(selector.trim())
      }
      at = sheet.indexOf(this.#property, at + this.#property.length)
    }
  }

  #addRule(selector: string): void {
    const parts = selector.split(/[\s>+~]+/)
    const [, tag = '', id = '', names = ''] = PART.exec(parts.pop() ?? '') ?? []
    const around = AROUND.exec(parts.join(' '))?.[1] ?? ''
    const classes = names.split('.').filter((name) => name !== '')
    const isPlain = classes.length === 0 && id === ''
    if (OTHERS.test(tag) || (isPlain && tag === '')) return
    if (this.#rules.length < RULES_MAX_COUNT) {
      this.#rules.push({ tag: tag.toLowerCase(), id, classes, around: isPlain ? around : '' })
    }
  }

  /** Whether any rule is for an element, in `parent`. */
  areFor(element: ElementNode, parent: ElementNode | undefined = element.parent): boolean {
    if (this.#unread.length > 0) {
      for (const sheet of this.#unread) this.#read(sheet)
      this.#unread = []
    }
    return this.#rules.length > 0 && this.#rules.some((rule) => isFor(rule, element, parent))
  }
}

function isFor(
  { tag, id, classes, around }: Rule,
  element: ElementNode,
  parent: ElementNode | undefined,
): boolean {
  if (tag !== '' && tag !== element.name) return false
  if (id !== '' && id !== element.attributes['id']) return false
  if (!classes.every((name) => hasClass(element, name))) return false
  if (around === '') return true
  let at = parent
  for (let level = 0; at && level < AROUND_MAX_LEVELS; level += 1) {
    if (hasClass(at, around)) return true
    at = at.parent
  }
  return false
}

function hasClass({ classes }: ElementNode, name: string): boolean {
  if (classes?.text.includes(name) !== true) return false
  return ` ${classes.text.replaceAll(/\s/g, ' ')} `.includes(` ${name} `)
}

/** The selectors of the rule that is open at the end of a part of a style sheet. */
function selectorsOf(sheet: string): string[] {
  const end = sheet.lastIndexOf('{')
  const start = Math.max(...['{', '}', ';'].map((sign) => sheet.lastIndexOf(sign, end - 1)))
  return end <= 0 ? [] : sheet.slice(start + 1, end).split(',')
}
