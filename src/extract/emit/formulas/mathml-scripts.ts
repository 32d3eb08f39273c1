import { hasLimits } from './tex-symbols.ts'

/** A part of a formula: the MathML element that it was, and its TeX. */
export interface Part {
  name: string
  tex: string
  /** Of a table: its rows, joined. */
  rows?: string | undefined
  /** Of a table: the environment that it has without brackets. */
  environment?: string | undefined
  /** Of a row of a table: its number. */
  label?: string | undefined
  /** Of a fraction without a line: its TeX inside of parentheses. */
  binomial?: string | undefined
}

/** Accents over one sign, and over several. */
const OVER: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['^', ['hat', 'widehat']],
  ['ˆ', ['hat', 'widehat']],
  ['\u0302', ['hat', 'widehat']],
  ['¯', ['bar', 'overline']],
  ['‾', ['overline', 'overline']],
  ['―', ['overline', 'overline']],
  ['–', ['overline', 'overline']],
  ['—', ['overline', 'overline']],
  ['_', ['overline', 'overline']],
  ['\u0304', ['bar', 'overline']],
  ['\u0305', ['overline', 'overline']],
  ['\\to', ['vec', 'overrightarrow']],
  ['\u20D7', ['vec', 'overrightarrow']],
  ['\\leftarrow', ['overleftarrow', 'overleftarrow']],
  ['~', ['tilde', 'widetilde']],
  ['˜', ['tilde', 'widetilde']],
  ['\u0303', ['tilde', 'widetilde']],
  ['\\sim', ['tilde', 'widetilde']],
  ['˙', ['dot', 'dot']],
  ['\u0307', ['dot', 'dot']],
  ['.', ['dot', 'dot']],
  ['¨', ['ddot', 'ddot']],
  ['\u0308', ['ddot', 'ddot']],
  ['..', ['ddot', 'ddot']],
  ['ˇ', ['check', 'check']],
  ['˘', ['breve', 'breve']],
  ['´', ['acute', 'acute']],
  ['`', ['grave', 'grave']],
  ['˚', ['mathring', 'mathring']],
  ['⏞', ['overbrace', 'overbrace']],
  ['︷', ['overbrace', 'overbrace']],
])
const UNDER = new Map([
  ['_', 'underline'],
  ['‾', 'underline'],
  ['―', 'underline'],
  ['–', 'underline'],
  ['—', 'underline'],
  ['¯', 'underline'],
  ['\u0332', 'underline'],
  ['⏟', 'underbrace'],
  ['︸', 'underbrace'],
])
const BRACED = /^\\(?:under|over)brace\{/
const PRIMES = /^(?:\\prime ?){1,4}$/
const SCRIPTS_MAX_COUNT = 64

/** The TeX of a base with what is set at it, above or below, by the name of the element. */
export function composeScripts(name: string, parts: readonly Part[]): string {
  if (name === 'mmultiscripts') return multiscripts(parts)
  const [base, second, third] = parts.map(({ tex }) => tex.trim())
  const [inner = '', one = '', two = ''] = [base, second, third]
  if (name === 'msub') return withScripts(inner, one, '')
  if (name === 'msup') return withScripts(inner, '', one)
  if (name === 'msubsup') return withScripts(inner, one, two)
  if (name === 'mover') return over(inner, one)
  if (name === 'munder') return under(inner, one)
  if (hasLimits(inner) || (one === '' && two === '')) return withScripts(inner, one, two)
  return over(under(inner, one), two)
}

function over(base: string, mark: string): string {
  const accent = OVER.get(mark)
  if (accent) {
    const isOne = Array.from(base).length === 1 || /^\\[a-zA-Z]+(?:\{\w\})?$/.test(base)
    return `\\${isOne ? accent[0] : accent[1]}{${base}}`
  }
  if (mark === '') return base
  if (hasLimits(base) || BRACED.test(base)) return `${base}^${group(mark)}`
  if (/^\\(?:to|xrightarrow|longrightarrow)$/.test(base)) return `\\xrightarrow{${mark}}`
  return `\\overset{${mark}}{${base}}`
}

function under(base: string, mark: string): string {
  const known = UNDER.get(mark)
  if (known !== undefined) return `\\${known}{${base}}`
  if (mark === '') return base
  const isOperator = hasLimits(base) || BRACED.test(base) || base.startsWith('\\operatorname{')
  return isOperator ? `${base}_${group(mark)}` : `\\underset{${mark}}{${base}}`
}

function multiscripts(parts: readonly Part[]): string {
  const border = parts.findIndex(({ name }) => name === 'mprescripts')
  const after = parts.slice(1, border === -1 ? undefined : border)
  const before = border === -1 ? [] : parts.slice(border + 1)
  const pairs = (scripts: readonly Part[]): string => {
    let tex = ''
    for (let at = 0; at < Math.min(scripts.length, SCRIPTS_MAX_COUNT); at += 2) {
      const pair = withScripts('', scripts[at]?.tex.trim() ?? '', scripts[at + 1]?.tex.trim() ?? '')
      tex += at === 0 || pair === '' ? pair : `{}${pair}`
    }
    return tex
  }
  const prefix = pairs(before)
  return `${prefix === '' ? '' : `{}${prefix}`}${whole(parts[0]?.tex.trim() ?? '')}${pairs(after)}`
}

function withScripts(base: string, sub: string, sup: string): string {
  const primes = PRIMES.test(sup) ? "'".repeat(sup.match(/prime/g)?.length ?? 1) : undefined
  const below = sub === '' ? '' : `_${group(sub)}`
  if (primes !== undefined) return `${whole(base)}${primes}${below}`
  return `${whole(base)}${below}${sup === '' ? '' : `^${group(sup)}`}`
}

/** What a small script stands at: a formula of several signs in braces. */
function whole(tex: string): string {
  const isOne = Array.from(tex).length <= 1
  return isOne ||
    /^(?:\\[a-zA-Z]+(?:\{[^{}]*\})?|\\[{}|]|\d+)$/.test(tex) ||
    /^\\begin\{(\w+)\}[^]*\\end\{\1\}$/.test(tex) ||
    BRACED.test(tex) ||
    /^\([^()]*\)$|^\[[^[\]]*\]$/.test(tex)
    ? tex
    : `{${tex}}`
}

function group(tex: string): string {
  return Array.from(tex).length === 1 ? tex : `{${tex}}`
}
