/** A link as Markdown writes it. */
export interface Link {
  text: string
  url: string
}

/** A line of Markdown, the marks of quotations taken off. */
export interface Line {
  kind: 'text' | 'heading' | 'item' | 'row' | 'code'
  /** As it was written. */
  raw: string
  /** As it is read. */
  text: string
  links: readonly Link[]
  codes: readonly string[]
  /** Of a row of a table. */
  cells: readonly string[]
}

/** What an inline part of Markdown says. */
export interface Inline {
  text: string
  links: readonly Link[]
  codes: readonly string[]
}

const FENCE = /^\s*(?:[-*+]\s+|\d+\.\s+)?(`{3,}|~{3,})/
const RULE = /^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*$/
const CODE = /(?<![\\`])(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g
const LINK =
  /(?<!\\)\[((?:[^\]\\]|\\.)*)\]\(<?((?:[^()\s<>\\]|\\.|\([^()]*\))*)>?(?:\s+"[^"]*")?\)/g
const IMAGE = /!\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g
const BARE = /<(https?:[^>\s]+)>|(?<![("<\w])(https?:\/\/[^\s<>)\]|]+)/g

/** Reads the lines of a Markdown document; empty ones and rules of tables are left out. */
export function linesOf(markdown: string): Line[] {
  const lines: Line[] = []
  let fence = ''
  for (const given of markdown.split('\n')) {
    const raw = given.replace(/^(?:\s*>)+ ?/, '')
    const mark = FENCE.exec(raw)?.[1]
    if (fence !== '') {
      if (mark?.startsWith(fence) === true) fence = ''
      else lines.push({ kind: 'code', raw, text: raw, links: [], codes: [raw], cells: [] })
    } else if (mark !== undefined) {
      fence = mark
    } else if (raw.trim() !== '' && !RULE.test(raw)) {
      lines.push(lineOf(raw))
    }
  }
  return lines
}

function lineOf(raw: string): Line {
  const heading = /^\s*#{1,6}\s+(.*)$/.exec(raw)?.[1]
  if (heading !== undefined) return { kind: 'heading', raw, ...inlineOf(heading), cells: [] }
  if (/^\s*\|.*\|\s*$/.test(raw)) {
    const cells = raw
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => inlineOf(cell.replaceAll('\\|', '|')).text)
    return { kind: 'row', raw, ...inlineOf(raw.trim().slice(1, -1)), cells }
  }
  const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(raw)?.[1]
  if (item !== undefined) return { kind: 'item', raw, ...inlineOf(item), cells: [] }
  return { kind: 'text', raw, ...inlineOf(raw), cells: [] }
}

/** Reads what stands in a line. */
export function inlineOf(raw: string): Inline {
  const codes: string[] = []
  const links: Link[] = []
  const held = raw
    .replaceAll(CODE, (_, __, code: string) => {
      codes.push(code.replace(/^ (.*) $/, '$1'))
      return `\u{E000}${codes.length - 1}\u{E001}`
    })
    .replaceAll(IMAGE, '')
  const plain = (text: string): string =>
    text
      .replaceAll('<br>', ' ')
      .replaceAll(/(?<!\\)(?:\*+|~~)/g, '')
      .replaceAll(/\\(?=[\p{P}\p{S}])/gu, '')
      .replaceAll(/\u{E000}(\d+)\u{E001}/gu, (_, at: string) => codes[Number(at)]!)
      .replaceAll(/\s+/g, ' ')
      .trim()
  const unlinked = held.replaceAll(LINK, (_, text: string, url: string) => {
    links.push({ text: plain(text), url: url.replaceAll(/\\(?=[\p{P}\p{S}])/gu, '') })
    return text
  })
  for (const found of unlinked.matchAll(BARE)) {
    const url = (found[1] ?? found[2]!).replaceAll(/\\(?=[\p{P}\p{S}])/gu, '')
    links.push({ text: url, url: url.replace(/[.,;]$/, '') })
  }
  return { text: plain(unlinked), links, codes }
}
