import { markdownToText } from '../extract/plain.ts'
import { OutputText, tokensOf } from '../newcomer/measure.ts'
import type { Check, RepairPage } from './page.ts'

/** What does not hold of a reading. */
export interface RepairMeasure {
  failed: readonly Check[]
  /** Texts around the checked part that are lost. */
  lost: readonly string[]
}

/** Tells which checks of a page fail on Markdown that was read of it. */
export function measureRepair(page: RepairPage, markdown: string): RepairMeasure {
  const text = markdownToText(markdown)
  const view: View = { markdown, url: page.url, tokens: tokensOf(text), lines: linesOf(text) }
  const shown = new OutputText(view.tokens)
  const lost = page.content.map((told) => told.text).filter((told) => shown.take(told) < 0)
  return { failed: page.checks.filter((check) => !holds(check, view)), lost }
}

interface View {
  markdown: string
  url: string
  tokens: readonly string[]
  lines: readonly (readonly string[])[]
}

function linesOf(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => tokensOf(line))
    .filter((tokens) => tokens.length > 0)
}

function holds(check: Check, view: View): boolean {
  switch (check.is) {
    case 'text':
      return placeOf(check.text, view.tokens) >= 0
    case 'adjacent':
      return placeOf(check.parts.join(' '), view.tokens) >= 0
    case 'absent':
      return placeOf(check.text, view.tokens) < 0
    case 'image':
      return imagesAt(check.address, view).join('|') === `=${check.alt}`
    case 'noImage':
      return imagesAt(check.address, view).length === 0
    case 'link':
      return linksTo(check.address, view).some((text) => text.includes(check.text ?? ''))
    case 'codeLines':
      return codeBlocks(view.markdown).includes(check.lines.join('\n'))
    case 'verse':
      return areLines(check.lines, view.lines)
    case 'row':
      return view.lines.some((line) => stands(check.cells, line))
    case 'steps':
      return areSteps(check.items, view.markdown)
    case 'note':
    default:
      return leadsToNote(check, view)
  }
}

function placeOf(text: string, tokens: readonly string[]): number {
  return new OutputText(tokens).take(text)
}

function stands(texts: readonly string[], line: readonly string[]): boolean {
  let from = 0
  return texts.every((text) => {
    const place = placeOf(text, line.slice(from))
    from += place + tokensOf(text).length
    return place >= 0
  })
}

/** The texts for those who do not see the pictures with this address, each after an equals sign. */
function imagesAt(address: string, { markdown, url }: View): string[] {
  return [...markdown.matchAll(/!\[((?:[^\]\\]|\\.)*)\]\(<?([^)>\s]+)[^)]*\)/g)]
    .filter(([, , found = '']) => isSame(found, address, url))
    .map(([, alt = '']) => `=${plain(alt)}`)
}

function linksTo(address: string, { markdown, url }: View): string[] {
  const bare = [...markdown.matchAll(/<(https?:[^>\s]+)>/g)].map(([, to = '']) => [to, to] as const)
  const links = [
    ...markdown.matchAll(
      /(?<!!)\[((?:[^[\]\\]|\\.|!\[[^\]]*\]\([^)]*\))*)\]\(<?([^)>\s]+)[^)]*\)/g,
    ),
  ].map(([, text = '', to = '']) => [text, to] as const)
  return [...links, ...bare]
    .filter(([, to]) => isSame(to, address, url))
    .map(([text]) => plain(text))
}

function isSame(found: string, address: string, url: string): boolean {
  return URL.parse(found, url)?.href === URL.parse(address, url)?.href
}

function plain(text: string): string {
  return text.replaceAll(/\\(?=[\p{P}\p{S}])/gu, '').replaceAll(/\*+/g, '')
}

function codeBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^( *)(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n? *\2 *$/gm)].map(
    ([, indent = '', , code = '']) =>
      code
        .split('\n')
        .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line).trimEnd())
        .join('\n'),
  )
}

function areLines(wanted: readonly string[], lines: readonly (readonly string[])[]): boolean {
  const first = tokensOf(wanted[0]!).join(' ')
  const start = lines.findIndex((line) => line.join(' ') === first)
  return (
    start >= 0 &&
    wanted.every((text, at) => lines[start + at]?.join(' ') === tokensOf(text).join(' '))
  )
}

function areSteps(items: readonly string[], markdown: string): boolean {
  const steps = markdown.split('\n').filter((line) => /^\s*\d+\.\s/.test(line))
  return items.every((item, at) => placeOf(item, tokensOf(steps[at] ?? '')) >= 0)
}

function leadsToNote({ after, note }: { after: string; note: string }, view: View): boolean {
  const lines = view.markdown.split('\n')
  const line = lines.find(
    (text) => !text.startsWith('[^') && placeOf(after, tokensOf(markdownToText(text))) >= 0,
  )
  if (line === undefined || placeOf(note, view.tokens) < 0) return false
  const definition = lines.find(
    (text) => text.startsWith('[^') && placeOf(note, tokensOf(text)) >= 0,
  )
  const name = definition?.slice(0, definition.indexOf(']') + 1)
  if (name !== undefined && line.includes(name)) return true
  return /\[\\?\[?[\p{N}*†a-z]+\\?\]?\]\([^)]*#[^)]*\)/u.test(line)
}
