import type { MarkdownStyle } from '../engine.ts'
import { tooDeep } from '../refusals.ts'
import { isFollowed } from './markdown-address.ts'
import { findConstructs } from './markdown-constructs.ts'
import { htmlEdits, imageText, type Edit } from './markdown-html.ts'
import { sourcePosition, type Leaf } from './markdown-leaves.ts'
import type { Construct } from './markdown-tracer.ts'

/** Times that a text is read again after a change; what is still not settled hides links in one another. */
const ROUNDS_MAX_COUNT = 10

/**
 * Applies the style to a Markdown text and takes out raw HTML and addresses other than http, https, mailto
 * and relative ones. The parser has the last word: the text is done when it finds nothing more to change.
 * Code stays as it is. Throws `unparsable` where links hide in one another beyond all measure.
 */
export function rewriteMarkdown(source: string, style: MarkdownStyle): string {
  let text = source
  for (let round = 0; round < ROUNDS_MAX_COUNT; round += 1) {
    const edits = editsOf(text, style)
    if (edits.length === 0) return text
    text = applied(text, edits)
      .replace(/^\s*\n/, '')
      .trim()
  }
  throw tooDeep()
}

function editsOf(text: string, style: MarkdownStyle): Edit[] {
  const { inline, html, definitions } = findConstructs(text)
  const edits: Edit[] = []
  const references = new Set<string>()
  for (const { leaf, found } of inline) {
    const changes = [
      ...found.flatMap((construct) => constructEdits(construct, style, references)),
      ...htmlEdits(leaf.text, style, startsOf('html', found)),
    ]
    // The rest of a link may belong to one that is found when those inside of it are gone.
    if (changes.length === 0) changes.push(...startsOf('stray', found).map(escapeAt))
    edits.push(...changes.map((edit) => placed(leaf, edit)))
  }
  for (const leaf of html) {
    edits.push(...htmlEdits(leaf.text, style).map((edit) => placed(leaf, edit)))
    edits.push(...indentEdits(leaf, text))
  }
  const keepsAll = style.links !== 'none' && style.images === 'keep'
  const seen = new Set<string>()
  for (const { start, end, label, href } of definitions) {
    const isNeeded = (keepsAll || references.has(label)) && !seen.has(label)
    if (!isNeeded || !isFollowed(href)) edits.push({ start, end, text: '' })
    seen.add(label)
  }
  return edits.filter((edit) => edit.text !== text.slice(edit.start, edit.end))
}

/** What becomes of a link or image; the labels of references that stay are added to `references`. */
function constructEdits(found: Construct, style: MarkdownStyle, references: Set<string>): Edit[] {
  const { start, end } = found
  if (found.kind === 'link') {
    if (style.links !== 'none' && !found.isEmpty && isFollowed(found.href)) {
      if (found.reference !== undefined) references.add(found.reference)
      return []
    }
    return [
      { start, end: start + 1, text: '' },
      { start: found.labelEnd, end, text: '' },
    ]
  }
  if (found.kind === 'image') {
    if (style.images === 'keep' && isFollowed(found.href) && !found.isNesting) {
      if (found.reference !== undefined) references.add(found.reference)
      return []
    }
    return [{ start, end, text: imageText(found.alt, found.href, style) }]
  }
  if (found.kind === 'autolink') {
    if (!isFollowed(found.href)) return [{ start, end, text: '' }]
    if (style.links !== 'none') return []
    return [{ start, end, text: found.text.replace(/^(?:https?:\/\/|mailto:)/i, '') }]
  }
  return []
}

function startsOf(kind: Construct['kind'], found: readonly Construct[]): number[] {
  return found.filter((construct) => construct.kind === kind).map(({ start }) => start)
}

function escapeAt(start: number): Edit {
  return { start, end: start, text: '\\' }
}

/** Indentation that is nothing in HTML but would make code of what its tags leave. */
function indentEdits({ lines }: Leaf, text: string): Edit[] {
  return lines.flatMap(({ source }) => {
    let end = source
    while (/[ \t]/.test(text.charAt(end))) end += 1
    return source < end ? [{ start: source, end, text: '' }] : []
  })
}

function placed(leaf: Leaf, { start, end, text }: Edit): Edit {
  const last = end > start ? sourcePosition(leaf, end - 1) + 1 : sourcePosition(leaf, start)
  return { start: sourcePosition(leaf, start), end: last, text }
}

/** The text with all edits; of those that overlap, the first. */
function applied(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue
    pieces.push(text.slice(from, start), replacement)
    from = end
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}
