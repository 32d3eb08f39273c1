/** Words over the list of what a function takes. */
const LABEL =
  /^\s*(?:[-*] )?(?:#{2,6} )?(?:\*\*)?(?:parameters?|params|arguments|args|paramètres|parameter|parámetros|parametri|параметры|パラメータ(?:ー)?|引数|参数)\s*[:：]?(?:\*\*)?\s*$/i
/** An entry such as `- **name** (*type*) – text`, with the depth at which it stands. */
const ENTRY =
  /^(\s*)((?:[-*] +)+)(?:\*\*((?:[^*\\]|\\.)+)\*\*|`([^`]+)`)(?:\s*\(((?:[^()]|\([^()]*\))+)\))?\s*(?:[–—:-]+\s+(.*))?$/

interface Entry {
  name: string
  type: string
  text: string
}

/** Makes tables of the lists of parameters in the Markdown of a reference. */
export function tabulateParameters(markdown: string): string {
  const lines = markdown.split('\n')
  const written: string[] = []
  let fence = ''
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!
    written.push(line)
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) fence = fence === '' ? mark : mark.startsWith(fence) ? '' : fence
    if (fence !== '' || !LABEL.test(line)) continue
    const list = listFrom(lines, at + 1)
    if (!list) continue
    written.push('', ...tableOf(list.entries).map((row) => list.indent + row), '')
    at = list.end - 1
  }
  return written.join('\n').replaceAll(/\n{3,}/g, '\n\n')
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
      // More of the same entry is no row.
      const depth = line.length - line.trimStart().length
      if (entries.length > 0 && depth >= inner) return undefined
      break
    }
    if (entries.length === 0) {
      indent = space
      inner = own
    }
    entries.push({ name: bold ?? code!, type, text })
    end = at + 1
  }
  return entries.length === 0 ? undefined : { entries, indent, end }
}

function tableOf(entries: readonly Entry[]): string[] {
  const hasTypes = entries.some(({ type }) => type !== '')
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const rows = entries.map(({ name, type, text }) => {
    const cells = [`\`${bareCode(name)}\``, ...(hasTypes ? [type] : []), text]
    return row(cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')))
  })
  const heads = ['Name', ...(hasTypes ? ['Type'] : []), 'Description']
  return [row(heads), row(heads.map(() => '---')), ...rows]
}

/** Code shows marks of Markdown as they are. */
function bareCode(text: string): string {
  return text.replaceAll(/\\([^\w\s])/g, '$1')
}
