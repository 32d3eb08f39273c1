import MarkdownIt, { type Env, type Token } from 'markdown-it'
import { tooDeep } from '../refusals.ts'
import { blockLeaf, linesOf, tableCells, type Leaf, type SourceLine } from './markdown-leaves.ts'
import { TracingInline, plainTextOf, type Construct } from './markdown-tracer.ts'

/** A reference definition (`[label]: address`) and where it stands. */
export interface Definition {
  start: number
  end: number
  label: string
  /** Address of the first definition of the label, which is the one that counts. */
  href: string
}

/** What a renderer acts on in a Markdown text, code left out. */
export interface Constructs {
  /** Text that is read as Markdown, with what was found in it, in order. */
  inline: { leaf: Leaf; found: Construct[] }[]
  /** Blocks of raw HTML. */
  html: Leaf[]
  definitions: Definition[]
}

const markdown = new MarkdownIt({ html: true })
const tracer = new TracingInline()
markdown.inline = tracer
// Every address is to be seen as it is; which of them may stay is decided elsewhere.
markdown.validateLink = () => true
markdown.normalizeLink = (address) => address
markdown.normalizeLinkText = (address) => address

/** Tokens whose lines have been read to the end. */
const COVERING = new Set(
  'inline fence code_block html_block hr reference_definition table_open'.split(' '),
)
/** What every active construct needs. */
const ACTIVE = /[[<]/

/**
 * Finds what a renderer of CommonMark with tables would act on. Throws `unparsable` for nesting that the
 * parser does not follow, since other renderers might.
 */
export function findConstructs(source: string): Constructs {
  const lines = linesOf(source)
  const env: Env = {}
  const tokens: Token[] = []
  markdown.block.parse(source, markdown, env, tokens)
  requireCovered(lines, tokens)
  const constructs: Constructs = { inline: [], html: [], definitions: [] }
  const trace = (leaf: Leaf): void => {
    if (!ACTIVE.test(leaf.text)) return
    constructs.inline.push({ leaf, found: tracer.trace(leaf.text, markdown, env) })
  }
  for (const { type, map, content, meta } of tokens) {
    if (!map) continue
    if (type === 'inline') trace(blockLeaf(lines, map[0], content))
    else if (type === 'tr_open') tableCells(lines, map[0]).forEach(trace)
    else if (type === 'html_block') constructs.html.push(blockLeaf(lines, map[0], content))
    else if (type === 'reference_definition') {
      const label = String(meta?.['label'])
      const href = env.references?.[label]?.href ?? ''
      constructs.definitions.push({ ...definitionRange(lines, map), label, href })
    }
  }
  return constructs
}

/** Inline Markdown as its reader sees it: without markup and addresses. */
export function plainText(source: string): string {
  const tokens: Token[] = []
  markdown.inline.parse(source, markdown, {}, tokens)
  return plainTextOf(tokens)
}

/** Below its depth limit the parser skips lines, which leaves them unread. */
function requireCovered(lines: readonly SourceLine[], tokens: readonly Token[]): void {
  const covered = new Uint8Array(lines.length)
  for (const { type, map } of tokens) {
    if (map && COVERING.has(type)) covered.fill(1, map[0], map[1])
  }
  if (lines.some(({ text }, index) => covered[index] === 0 && ACTIVE.test(text))) throw tooDeep()
}

function definitionRange(
  lines: readonly SourceLine[],
  [first, next]: [number, number],
): { start: number; end: number } {
  const line = lines[first]
  const last = lines[next - 1]
  if (!line || !last) throw new Error('The parser named lines that do not exist.')
  return { start: line.start + line.text.indexOf('['), end: last.start + last.text.length }
}
