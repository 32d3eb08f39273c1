/** Words over the list of what a function takes. */
const LABEL =
  /^\s*(?:[-*] )?(?:#{2,6} )?(?:\*\*)?(?:parameters?|params|arguments|args|paramètres|parameter|parámetros|parametri|параметры|パラメータ(?:ー)?|引数|参数)\s*[:：]?(?:\*\*)?\s*$/i
/** An entry such as `- **name** (*type*) – text`, with the depth at which it stands. */
const ENTRY =
  /^(\s*)((?:[-*] +)+)(?:\*\*((?:[^*\\]|\\.)+)\*\*|`([^`]+)`)(?:\s*\(((?:[^()]|\([^()]*\))+)\))?\s*(?:[–—:-]+(?:\s+(.*))?)?$/

/** Words over what a function gives back or throws, and over the type of that where it stands below. */
const GIVES = /^\s*(?:[-*] )*(?:#{2,6} )?(?:\*\*)?(?:returns?|yields|throws|raises)\s*:?(?:\*\*)?:?\s*$/i
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

/** Makes tables of the lists of parameters in the Markdown of a reference. */
export function tabulateParameters(markdown: string): string {
  const lines = markdown.split('\n')
  let isGiven = false
  const written: string[] = []
  let fence = ''
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!
    if (isGiven && fence === '' && TYPE.test(line)) {
      const below = nextInk(lines, at + 1)
      const type = ITEM.exec(lines[below] ?? '')?.[1]
      if (type !== undefined && giveType(written, type)) {
        at = below
        continue
      }
    }
    written.push(line)
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) fence = fence === '' ? mark : mark.startsWith(fence) ? '' : fence
    if (fence !== '') continue
    if (GIVES.test(line)) isGiven = true
    else if (/^\s*#/.test(line) || LABEL.test(line)) isGiven = false
    if (!LABEL.test(line)) continue
    const list = listFrom(lines, at + 1)
    if (!list) continue
    written.push('', ...tableOf(list.entries).map((row) => list.indent + row), '')
    at = list.end - 1
  }
  return written.join('\n').replaceAll(/\n{3,}/g, '\n\n')
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

/** The list that begins at a line, where each entry is one line; `end` is the line after it. */
function listFrom(
  lines: readonly string[],
  start: number,
): { entries: Entry[]; indent: string; end: number } | undefined {
  const entries: Entry[] = []
  let indent = ''
  let inner = 0
  let end = start
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at]!
    if (line.trim() === '') continue
    const found = ENTRY.exec(line)
    const [, space = '', bullets = '', bold, code, type = '', text = ''] = found ?? []
    const own = space.length + bullets.length
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
      indent = space
      inner = own
    }
    const preset = DEFAULT.exec(type)?.[1] ?? ''
    entries.push({ name: bold ?? code!, type: type.replace(DEFAULT, ''), preset, text })
    end = at + 1
  }
  return entries.length === 0 ? undefined : { entries, indent, end }
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
