import { PART_WORDS } from './words.ts'

/** A line of nothing but these words. */
const lineOf = (words: string): RegExp =>
  new RegExp(
    `^\\s*(?:[-*] +)*(?:#{2,6} )?(?:\\*\\*)?(?:${words})\\s*[:：]?(?:\\*\\*)?:?\\s*$`,
    'iu',
  )
/** Words over the list of what a function takes. */
const LABEL = lineOf(PART_WORDS.parameters)
/** An entry such as `- **name** (*type*) – text`, with the depth at which it stands. */
const ENTRY =
  /^(\s*)((?:[-*] +)+)(?:\*\*((?:[^*\\]|\\.)+)\*\*|`([^`]+)`)(?:\s*\(((?:[^()]|\([^()]*\))+)\))?\s*(?:[–—:-]+(?:\s+(.*))?)?$/

/** An entry without marks: `name (type) — text`, or `name: type` with the text below. */
const PLAIN =
  /^(\s*)((?:[-*] +)+)([\w$.*&?]+)(?:\s*\(((?:[^()]|\([^()]*\))+)\))?\s*[–—-]+(?:\s+(.*))?$/
const TYPED =
  /^(\s*)((?:[-*] +)+)(?:\*\*|`)?([\w$.*&?]+)(?:\*\*|`)?\s*:\s*((?:[^=\s]|\s(?!=))+)(?:\s+=\s+(.+))?$/
/** A term such as `**name** : type`, `**name : type**` or code over what it means. */
const TERM = /^(\s*)(?:\*\*`?|`)([\w$.&?]+)`?(?:\*\*)?\s*:?\s*([^*]{0,200}?)(?:\*\*)?$/
const TYPE_MAX_WORDS = 4
const PARAGRAPH = /^\s*(?![#|>`*~+-]|\d+[.)]\s)\S/

/** Words over what a function gives back or throws, and over the type of that where it stands below. */
const GIVES = lineOf(`${PART_WORDS.returns}|${PART_WORDS.raises}`)
const TYPE = /^\s*(?:#{2,6} )?(?:\*\*)?(?:return )?type\s*:?(?:\*\*)?:?\s*$/i
const ITEM = /^\s*[-*] +(\S.*)$/
const DEFAULT = /,\s*default(?:s to)?:?\s*(.+)$/i

interface Entry {
  name: string
  type: string
  /** Empty where it has none. */
  preset: string
  text: string
}

/**
 * Makes tables of lists of parameters: below a word that says what they are in a reference, or of those that the declaration above
 * takes by the same names.
 */
export function tabulateParameters(markdown: string, isReference: boolean): string {
  if (!isReference && !markdown.includes('(')) return markdown
  const lines = markdown.split('\n')
  const declared = new Declared()
  let isGiven = false
  let isLabelled = false
  let isChanged = false
  const written: string[] = []
  let fence = ''
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!
    if (isGiven && fence === '' && TYPE.test(line)) {
      const below = nextInk(lines, at + 1)
      const type = ITEM.exec(lines[below] ?? '')?.[1]
      if (type !== undefined && giveType(written, type)) {
        isChanged = true
        at = below
        continue
      }
    }
    const isEntry = fence === '' && !isLabelled && declared.mayBegin(line)
    const list =
      isLabelled || isEntry ? listFrom(lines, at, isLabelled ? undefined : declared) : undefined
    if (list) {
      isChanged = true
      written.push('', ...tableOf(list.entries).map((row) => list.indent + row), '')
      at = list.end - 1
      isLabelled = false
      continue
    }
    if (line.trim() !== '') isLabelled = false
    written.push(line)
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) {
      if (fence === '') declared.begin()
      fence = fence === '' ? mark : mark.startsWith(fence) ? '' : fence
    }
    declared.read(line, fence !== '')
    if (fence !== '') continue
    if (GIVES.test(line)) isGiven = true
    else if (/^\s*#/.test(line) || LABEL.test(line)) isGiven = false
    isLabelled ||= LABEL.test(line)
  }
  return isChanged ? written.join('\n').replaceAll(/\n{3,}/g, '\n\n') : markdown
}

/** Names that the last declaration takes. */
class Declared {
  readonly #names = new Set<string>()
  #isOpen = false

  get isKnown(): boolean {
    return this.#names.size > 0
  }

  /** A block of code begins, which is one declaration. */
  begin(): void {
    this.#isOpen = false
  }

  read(line: string, isCode: boolean): void {
    if (!isCode && !/^\s*(?:[-*] +|\d+\. +)?(?:#{1,6} |`)/.test(line)) return
    const opening = isCode ? /[\w>\]]\s?\((.*)$/ : /[\w>\]]\((.*)$/
    const taken = this.#isOpen && isCode ? line : opening.exec(line)?.[1]
    if (taken === undefined) return
    if (!isCode || !this.#isOpen) this.#names.clear()
    this.#isOpen = isCode
    for (const [name] of taken.slice(0, NAMES_MAX_CHARS).matchAll(/[$a-z_][$\w]*/gi))
      this.#names.add(bareName(name))
  }

  has(name: string): boolean {
    return this.#names.has(bareName(name))
  }

  /** Whether a line begins with one of the names, set apart. */
  mayBegin(line: string): boolean {
    const name = /^\s*(?:[-*] +)?(?:\*\*|`)*([$\w]+)/.exec(line)?.[1]
    return name !== undefined && this.has(name)
  }
}

const NAMES_MAX_CHARS = 2_000

function bareName(name: string): string {
  return name.replace(/^[$&*.]+/, '')
}

/** Number of the first line from here on that is not empty. */
function nextInk(lines: readonly string[], start: number): number {
  let at = start
  while (at < lines.length && lines[at]!.trim() === '') at += 1
  return at
}

/** Puts a type before the last text that was written; returns whether there is one. */
function giveType(written: string[], type: string): boolean {
  let at = written.length - 1
  while (at >= 0 && written[at]!.trim() === '') at -= 1
  const [, before = '', text = ''] = /^(\s*(?:[-*] +)*)(.*)$/.exec(written[at] ?? '') ?? []
  if (text === '' || /^[#|`>]/.test(text) || GIVES.test(written[at]!)) return false
  written[at] = `${before}${type} – ${text}`
  return true
}

/** Whether a declaration takes what an entry describes; a term with words beside its name is no entry unless a label says so. */
function isDeclared({ entry, isTerm }: ReadEntry, declared: Declared): boolean {
  return declared.has(entry.name) && (isTerm !== true || !/^\p{L}/u.test(entry.type))
}

/** The list that begins at a line, where each entry is one line; `end` is the line after it. */
function listFrom(
  lines: readonly string[],
  start: number,
  declared: Declared | undefined,
): { entries: Entry[]; indent: string; end: number } | undefined {
  const entries: Entry[] = []
  let indent = ''
  let inner = 0
  let end = start
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at]!
    if (line.trim() === '') continue
    const read = entryIn(line) ?? termAt(lines, at)
    const found = read && (!declared || isDeclared(read, declared)) ? read : undefined
    const own = found?.inner ?? -1
    const isNext = entries.length === 0 || own === inner
    if (!found || !isNext) {
      const depth = line.length - line.trimStart().length
      if (entries.length === 0 || depth < inner) break
      const last = entries.at(-1)!
      // A row holds one paragraph, and neither lists nor code.
      if (last.text !== '' || /^(?:[-*+>#|`~]|\d+[.)])/.test(line.trimStart())) return undefined
      last.text = line.trim()
      end = at + 1
      continue
    }
    if (entries.length === 0) {
      indent = found.indent
      inner = own
    }
    entries.push(found.entry)
    at = found.isTerm ? nextInk(lines, at + 1) : at
    end = at + 1
  }
  const saysMore = declared === undefined || entries.some(({ text }) => text !== '')
  return entries.length === 0 || !saysMore ? undefined : { entries, indent, end }
}

/** An entry that was read from a line. */
interface ReadEntry {
  entry: Entry
  indent: string
  /** Where its text begins. */
  inner: number
  /** Whether the next line is part of it. */
  isTerm?: boolean
}

function entryIn(line: string): ReadEntry | undefined {
  const marked = ENTRY.exec(line)
  const found = marked
    ? { name: marked[3] ?? marked[4]!, type: marked[5] ?? '', preset: '', text: marked[6] ?? '' }
    : plainEntry(line)
  if (!found) return undefined
  const [, indent = '', bullets = ''] = /^(\s*)((?:[-*] +)+)/.exec(line)!
  const preset = DEFAULT.exec(found.type)?.[1] ?? found.preset
  const entry = { ...found, type: found.type.replace(DEFAULT, ''), preset }
  return { entry, indent, inner: indent.length + bullets.length }
}

function plainEntry(line: string): Entry | undefined {
  const plain = PLAIN.exec(line)
  if (plain) return { name: plain[3]!, type: plain[4] ?? '', preset: '', text: plain[5] ?? '' }
  const typed = TYPED.exec(line)
  return typed ? { name: typed[3]!, type: typed[4]!, preset: typed[5] ?? '', text: '' } : undefined
}

/** A term over one line that says what it means. */
function termAt(lines: readonly string[], at: number): ReadEntry | undefined {
  const term = TERM.exec(lines[at]!)
  if (!term || term[3]!.split(' ').length > TYPE_MAX_WORDS) return undefined
  const below = lines[nextInk(lines, at + 1)] ?? ''
  const text = ITEM.exec(below)?.[1] ?? (PARAGRAPH.test(below) ? below.trim() : undefined)
  if (text === undefined || LABEL.test(lines[at]!) || GIVES.test(lines[at]!)) return undefined
  const preset = DEFAULT.exec(term[3]!)?.[1] ?? ''
  const entry = { name: term[2]!, type: term[3]!.replace(DEFAULT, ''), preset, text }
  return { entry, indent: term[1]!, inner: term[1]!.length + 2, isTerm: true }
}

function tableOf(entries: readonly Entry[]): string[] {
  const hasTypes = entries.some(({ type }) => type !== '')
  const hasPresets = entries.some(({ preset }) => preset !== '')
  const row = (name: string, type: string, preset: string, text: string): string => {
    const cells = [name, ...(hasTypes ? [type] : []), ...(hasPresets ? [preset] : []), text]
    return `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`
  }
  return [
    row('Name', 'Type', 'Default', 'Description'),
    row('---', '---', '---', '---'),
    ...entries.map(({ name, type, preset, text }) =>
      row(`\`${bareCode(name)}\``, type, preset, text),
    ),
  ]
}

/** Code shows marks of Markdown as they are. */
function bareCode(text: string): string {
  return text.replaceAll(/\\([^\w\s])|`/g, '$1')
}
