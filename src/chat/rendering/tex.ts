import type Katex from 'katex'
import type { MarkdownIt, StateInline } from 'markdown-it'
import { escapeHtml } from '../../lib/escape-html.ts'
import { RENDERED_MAX_BYTES, TEX_MAX_CHARS } from '../limits.ts'
import { renderingOf, type Tex } from './context.ts'

/** User-defined macros multiply the work: 10 KB of them take minutes. */
const DEFINITION = /\\(?:[egx]?def|let|futurelet|global|long|(?:re|provide)?newcommand)(?![a-zA-Z])/

/** Whether a text can hold a formula. */
export function mayHoldTex(content: string): boolean {
  return content.includes('$$') || /[`~]{3} *math/.test(content)
}

/** HTML of one character of a text that is escaped or begins a line, at most. */
const PLAIN_CHAR_BYTES = 6

/** Loads the formula renderer, which takes a while, with the budget of the message that has this content. */
export async function loadTex(content: string): Promise<Tex> {
  const { default: katex } = await import('katex')
  let chars = TEX_MAX_CHARS
  let bytes = RENDERED_MAX_BYTES - content.length * PLAIN_CHAR_BYTES
  let tooLong = Number.POSITIVE_INFINITY
  const known = new Map<string, string | undefined>()
  return (source, displayMode) => {
    // Where one did not fit, trying longer ones costs time for nothing.
    if (source.length >= tooLong) return undefined
    const key = `${displayMode} ${source}`
    if (!known.has(key)) {
      chars -= source.length
      known.set(key, chars < 0 ? undefined : showFormula(katex, source, displayMode))
    }
    const html = known.get(key)
    if (html === undefined) return undefined
    const size = Buffer.byteLength(html)
    if (size > bytes) {
      tooLong = source.length
      return undefined
    }
    bytes -= size
    return html
  }
}

/** The HTML of a formula, undefined where it is not shown as one. */
function showFormula(
  { renderToString }: Pick<typeof Katex, 'renderToString'>,
  source: string,
  displayMode: boolean,
): string | undefined {
  if (DEFINITION.test(source)) return undefined
  // The library logs every letter without metrics there.
  const { warn } = console
  // oxlint-disable-next-line no-console -- It has no option for that.
  console.warn = () => {}
  try {
    return renderToString(source, {
      displayMode,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxSize: 10,
      maxExpand: 100,
    })
  } catch {
    return undefined
  } finally {
    // oxlint-disable-next-line no-console -- As above.
    console.warn = warn
  }
}

/** A formula within a line; a dollar sign in it is written `\$`. */
const INLINE = /\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![$\w])/y

/** Adds formulas within a line: `$$x^2$$`. */
export function addInlineTex(parser: MarkdownIt): void {
  parser.inline.ruler.before('emphasis', 'tex', readInlineTex)
  parser.renderer.rules['tex'] = (tokens, index, _options, env) => {
    const source = tokens[index]?.content ?? ''
    const html = renderingOf(env ?? {}).context.tex?.(source, false)
    return html ?? `<span class="tex-error">$$${escapeHtml(source)}$$</span>`
  }
}

function readInlineTex(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charAt(pos) !== '$' || (pos > 0 && /[\w$]/.test(src.charAt(pos - 1)))) return false
  INLINE.lastIndex = pos
  const match = INLINE.exec(src)
  if (!match) return false
  if (!silent) state.push('tex', '', 0).content = match[1] ?? ''
  state.pos += match[0].length
  return true
}

/** A formula on lines of its own. */
export function showDisplayedTex(tex: Tex | undefined, source: string): string {
  const html = tex?.(source, true) ?? `<span class="tex-error">${escapeHtml(source)}</span>`
  return `<p>${html}</p>\n`
}
