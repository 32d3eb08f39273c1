import type { PageTree } from '../../markup/html/parse-page.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { findDate } from '../page-info/dates/dates.ts'
import { oneLine } from '../page-info/plain-text.ts'
import { isControl } from './parts.ts'
import { ADDRESSES, NAMING_TERMS, PLURAL, type Term } from './terms.ts'

/** A value as it is written. */
export interface Value {
  text: string
  url?: string
}

const VALUE_MAX_CHARS = 160
const VALUES_MAX_COUNT = 60
const NONE =
  /^(?:none(?: yet)?|nobody|unassigned|unspecified|unknown|n\/a|not set|no \p{L}+(?: \p{L}+){0,2}|[-—–]+)$/iu

const VERSIONS = /\d+(?:\.\d+)+/g

function trimmed(text: string): string {
  return oneLine(text).replace(/[\s,·|(–-]+$/, '')
}

const ADDRESS = /https?:\/\/[^\s<>"]+/

/** A line of a history says what a value became. */
const CHANGED = /→|\bset to\b|\bchanged (?:from|to)\b/i

/** The values that nodes beside a label state; none where they say that there is none. */
export function valuesOf(
  tree: Pick<PageTree, 'nodes'>,
  parts: readonly TreeNode[],
  term: Term,
  onlyLinks = false,
): Value[] {
  const visible = piecesOf(tree, parts, false)
  // A value that can be changed is a button.
  const pieces = visible.some(({ text: own }) => /\S/.test(own))
    ? visible
    : piecesOf(tree, parts, true)
  const text = oneLine(
    pieces
      .map(({ text: own }) => own)
      .join('')
      .replaceAll(/<[^<>\s]*@[^<>\s]*>/g, ''),
  )
  if (text === '' || NONE.test(text) || CHANGED.test(text)) return []
  if (term === 'published') {
    const dated = pieces.find(({ date }) => date !== '')
    if (dated) return [{ text: dated.date }]
    const found = /\p{L}{2}/u.test(text) ? findDate(text) : undefined
    return [{ text: text.slice(found?.start ?? 0, found?.end ?? VALUE_MAX_CHARS).trim() }]
  }
  const links = linksOf(pieces)
  if (NAMING_TERMS.has(term) && links.length === 1 && text.startsWith(links[0]!.text))
    return [{ text: links[0]!.text }]
  if (NAMING_TERMS.has(term)) {
    const day = findDate(text)
    if (day !== undefined && day.start > 0) return [{ text: trimmed(text.slice(0, day.start)) }]
  }
  if (term === 'version') {
    const versions = text.match(VERSIONS) ?? []
    const stressed = versions.length > 1 && pieces.find(({ isStressed }) => isStressed)
    if (stressed) return [{ text: oneLine(stressed.text) }]
    if (versions.length > 1) return []
  }
  if (PLURAL.has(term)) return severalOf(pieces, links, text, onlyLinks)
  const [link] = links
  if (text.length > VALUE_MAX_CHARS) return []
  if (!ADDRESSES.has(term)) return [{ text }]
  const url =
    links.length < 3 && /^https?:/.test(link?.url ?? '') ? link!.url! : ADDRESS.exec(text)?.[0]
  return [url === undefined ? { text } : { text: url, url }]
}

interface Piece {
  text: string
  /** The innermost link around it. */
  link: ElementNode | undefined
  /** The element around it that stands apart: an entry of a list, or a word in a box. */
  box: TreeNode
  date: string
  isStressed: boolean
}

function piecesOf(
  { nodes }: Pick<PageTree, 'nodes'>,
  parts: readonly TreeNode[],
  hasButtons: boolean,
): Piece[] {
  const pieces: Piece[] = []
  for (const part of parts) {
    const end = part.isText ? part.id + 1 : part.end
    let link: ElementNode | undefined
    let date = ''
    let dateEnd = 0
    for (let id = part.id; id < end && pieces.length < 400; id += 1) {
      const node = nodes[id]!
      if (link && id >= link.end) link = undefined
      if (id >= dateEnd) date = ''
      if (node.isText) {
        const isStressed = /^(?:strong|b|em)$/.test(node.parent?.name ?? '')
        pieces.push({ text: node.data, link, box: link ?? node.parent ?? node, date, isStressed })
      } else if (isControl(node) && !(hasButtons && node.name === 'button')) id = node.end - 1
      else {
        if (node.name === 'a') link = node
        const day = /^\d{4}-\d\d-\d\d/.exec(node.attributes['datetime'] ?? '')?.[0]
        if (day !== undefined) {
          date = day
          dateEnd = node.end
        }
        if (node.isBlock || node.name === 'br')
          pieces.push({ text: ' ', link: undefined, box: node, date: '', isStressed: false })
      }
    }
  }
  return pieces
}

function linksOf(pieces: readonly Piece[]): Value[] {
  const texts = new Map<ElementNode, string>()
  for (const { link, text } of pieces) if (link) texts.set(link, (texts.get(link) ?? '') + text)
  return [...texts].flatMap(([{ attributes }, own]) => {
    const text = oneLine(own)
    const url = attributes['href']
    return text === '' ? [] : [{ text, ...(url === undefined ? {} : { url }) }]
  })
}

/** Links, words in boxes of their own, or words between commas. */
function severalOf(
  pieces: readonly Piece[],
  links: readonly Value[],
  text: string,
  onlyLinks: boolean,
): Value[] {
  const outside = pieces.filter(({ link }) => !link).map((piece) => piece.text)
  if (links.length > 0 && !/\p{L}{2}/u.test(outside.join('')))
    return named(links.map((one) => one.text))
  if (onlyLinks) return []
  const boxes = new Map<TreeNode, string>()
  for (const piece of pieces) boxes.set(piece.box, (boxes.get(piece.box) ?? '') + piece.text)
  const words = [...boxes.values()].flatMap((one) => one.split(/[,;]/))
  return named(boxes.size > 1 ? words : text.split(/\s*[,;]\s*/))
}

function named(texts: readonly string[]): Value[] {
  const clean = texts.map((text) => oneLine(text).replaceAll(/^#|[,;]$/g, ''))
  const given = clean.filter((text) => text !== '' && text.length <= 60)
  return [...new Set(given)].slice(0, VALUES_MAX_COUNT).map((text) => ({ text }))
}
