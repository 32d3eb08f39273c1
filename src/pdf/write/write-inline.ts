import { cleanText } from '../../lib/text.ts'
import { sameStyle } from '../lines/runs.ts'
import type { Run } from '../model.ts'

/** Text that Markdown would take for something else, at any place. */
const SPECIAL =
  /[\\`*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-zA-Z/!?])|&(?=#?\w{1,31};)|~(?=~)|\](?=[([:])/gu
/** Text that Markdown would take for something else at the beginning of a block. */
const SPECIAL_START =
  /^(?:#{1,6}(?=\s|$)|>|[+-](?=\s|$)|=+$|(?:-[ \t]*){3,}$|~{3,}|\d{1,9}(?=[.)](?:\s|$)))/

/** Writes runs as inline Markdown on one line. */
export function writeInline(runs: readonly Run[]): string {
  const merged = mergeRuns(runs)
  const pieces = merged.map((run, index) => {
    const before = merged[index - 1]?.text.at(-1) ?? ' '
    const after = merged[index + 1]?.text.charAt(0) ?? ' '
    return writeRun(run, before, after)
  })
  return pieces
    .join('')
    .replaceAll(/[ \t\n]+/g, ' ')
    .trim()
}

/** Writes runs as the text of a block: what would begin another kind of block is escaped. */
export function writeText(runs: readonly Run[]): string {
  const text = writeInline(runs)
  return text.replace(SPECIAL_START, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`))
}

/**
 * Puts neighbours of one style together; white space takes the style of what stands before it. Invisible characters are removed
 * before escaping: otherwise they could split markup that acts together.
 */
function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const run of runs) {
    const last = merged.at(-1)
    const text = cleanText(run.text)
    if (last && (sameStyle(last, run) || text.trim() === '')) last.text += text
    else if (text !== '') merged.push({ ...run, text })
  }
  return merged
}

function writeRun(run: Run, before: string, after: string): string {
  if (run.note !== undefined) return `[^${run.note}]${/\s$/.test(run.text) ? ' ' : ''}`
  const core = run.text.trim()
  if (core === '') return run.text
  const at = run.text.indexOf(core)
  const lead = run.text.slice(0, at)
  const tail = run.text.slice(at + core.length)
  const left = lead === '' ? before : ' '
  const right = tail === '' ? after : ' '
  return lead + writeCore(run, core, left, right) + tail
}

function writeCore(run: Run, core: string, before: string, after: string): string {
  if (run.url !== undefined && isItsAddress(core, run.url)) return `<${core}>`
  let text = run.mono ? writeCode(core) : escaped(core, after)
  if (!run.mono && canMark(core, before, after)) {
    const marks = '*'.repeat((run.bold ? 2 : 0) + (run.italic ? 1 : 0))
    text = marks + text + marks
  }
  return run.url === undefined ? text : `[${bracketed(text)}](${writeAddress(run.url)})`
}

/** `after` is the character that follows: it decides whether the last one of the text means something. */
function escaped(text: string, after: string): string {
  return `${text}${after}`
    .replaceAll(SPECIAL, (mark, at: number) => (at < text.length ? `\\${mark}` : mark))
    .slice(0, after === '' ? undefined : -after.length)
}

function isItsAddress(text: string, url: string): boolean {
  return (url === text || url === `mailto:${text}`) && /^[^\s<>]+$/.test(text) && /[:@]/.test(text)
}

/** Brackets of a text that balance do no harm inside of a link. */
function bracketed(text: string): string {
  let depth = 0
  for (const char of text) {
    if (char === '[') depth += 1
    if (char === ']') depth -= 1
    if (depth < 0) break
  }
  return depth === 0 ? text : text.replaceAll(/(?<!\\)[[\]]/g, String.raw`\$&`)
}

function writeAddress(url: string): string {
  const safe = url.replaceAll(/[\s<>]/g, encodeURIComponent)
  return /[()]/.test(safe) ? `<${safe}>` : safe
}

function writeCode(text: string): string {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  const pad = /^`|`$/.test(text) ? ' ' : ''
  return fence + pad + text + pad + fence
}

/** Whether emphasis would be seen: marks beside punctuation must not touch a letter (CommonMark 6.2). */
function canMark(core: string, before: string, after: string): boolean {
  const isLetter = (char: string): boolean => /[\p{L}\p{N}]/u.test(char)
  const opens = isLetter(core.charAt(0)) || !isLetter(before)
  const closes = isLetter(core.at(-1) ?? '') || !isLetter(after)
  return opens && closes && /[\p{L}\p{N}]/u.test(core)
}
