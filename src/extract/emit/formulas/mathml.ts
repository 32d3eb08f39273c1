import type { Attributes } from '../../../markup/html/tokens/attributes.ts'
import { visitNodes, type ElementNode } from '../../../markup/html/tree/node.ts'
import { composeScripts, type Part } from './mathml-scripts.ts'
import { charactersTex, symbolTex } from './tex-symbols.ts'

const TEXTS = new Set(['mi', 'mn', 'mo', 'mtext', 'ms'])
const LEFT_OUT = new Set(['annotation', 'annotation-xml', 'mphantom', 'maligngroup', 'malignmark'])
/** Elements whose first child says all. */
const FIRST_ONLY = new Set(['semantics', 'maction'])
const OPENING = /^(?:[([|]|\\(?:\{|\||langle |lfloor |lceil |vert ))$/
const CLOSING = /^(?:[)\]|]|\\(?:\}|\||rangle |rfloor |rceil |vert ))$/
/** What makes brackets around it grow. */
const TALL = /\\(?:d?frac|binom|sum|prod|int|begin|under|over)/
const QUAD_MIN_EM = 0.9

/** The TeX of a formula in presentation MathML. Iterative: depth is the page's choice. */
export function mathmlToTex(math: ElementNode): string {
  const open: Part[][] = [[]]
  visitNodes(
    math,
    (node) => {
      if (node.isText) {
        open.at(-1)?.push({ name: '', tex: node.data })
        return false
      }
      if (LEFT_OUT.has(node.name)) return false
      open.push([])
      return true
    },
    ({ name, attributes }) => {
      const parts = open.pop() ?? []
      const inner = TEXTS.has(name) ? parts : parts.filter(isPart)
      const composed = compose(name, inner, attributes)
      open.at(-1)?.push({ ...composed, name })
    },
  )
  return tidy(rowTex((open[0] ?? []).filter(isPart)))
}

/** White space between elements says nothing. */
function isPart({ name, tex }: Part): boolean {
  return name !== '' || tex.trim() !== ''
}

function compose(name: string, parts: readonly Part[], attributes: Attributes): Omit<Part, 'name'> {
  const [first = '', second = ''] = parts.map(({ tex }) => tex.trim())
  const text = (): string => parts.map(({ tex }) => tex).join('')
  switch (name) {
    case 'mi':
      return { tex: symbolTex(text().trim(), attributes['mathvariant']) }
    case 'mn':
      return { tex: symbolTex(text().trim(), attributes['mathvariant']) }
    case 'mo':
      return { tex: operatorTex(text().trim(), attributes) }
    case 'mtext':
    case 'ms':
      return { tex: textTex(text()) }
    case 'msub':
    case 'msup':
    case 'msubsup':
    case 'munder':
    case 'mover':
    case 'munderover':
    case 'mmultiscripts':
      return { tex: composeScripts(name, parts) }
    case 'mprescripts':
    case 'none':
      return { tex: '' }
    case 'mfrac': {
      if (!/^0(?:\.0*)?(?:px|pt|em|ex|%)?$/.test(attributes['linethickness'] ?? '')) {
        return { tex: `\\frac{${first}}{${second}}` }
      }
      return { tex: `{${first} \\atop ${second}}`, binomial: `\\binom{${first}}{${second}}` }
    }
    case 'msqrt':
      return { tex: `\\sqrt{${rowTex(parts).trim()}}` }
    case 'mroot':
      return { tex: `\\sqrt[${second}]{${first}}` }
    case 'mfenced':
      return { tex: fencedTex(parts, attributes) }
    case 'menclose':
      return { tex: enclosedTex(rowTex(parts).trim(), attributes['notation'] ?? '') }
    case 'mtable':
      return composeTable(parts, attributes)
    case 'mtr':
      return { tex: parts.map(({ tex }) => tex.trim()).join(' & ') }
    case 'mlabeledtr':
      return {
        tex: parts
          .slice(1)
          .map(({ tex }) => tex.trim())
          .join(' & '),
        label: first,
      }
    case 'mspace':
      return { tex: spaceTex(attributes['width'] ?? '') }
    default:
      return FIRST_ONLY.has(name) ? (parts[0] ?? { tex: '' }) : rowPart(parts)
  }
}

/** A row keeps what its one part is: a table in it may still be that of a matrix. */
function rowPart(parts: readonly Part[]): Omit<Part, 'name'> {
  return parts.length === 1 ? parts[0]! : { tex: rowTex(parts) }
}

/** Parts one after another; brackets around a table, and around what is tall, become those of TeX. */
function rowTex(parts: readonly Part[]): string {
  let tex = ''
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]!
    const [inner, close] = [parts[at + 1], parts[at + 2]]
    if (inner?.rows !== undefined && part.name === 'mo') {
      const environment = environmentOf(part.tex, close?.name === 'mo' ? close.tex : '', inner)
      if (environment) {
        tex += environment.tex
        at += environment.closes ? 2 : 1
        continue
      }
    }
    const isBinomial = part.tex === '(' && inner?.binomial !== undefined && close?.tex === ')'
    if (isBinomial) {
      tex += inner.binomial ?? ''
      at += 2
      continue
    }
    tex += part.tex
  }
  const [open, close] = [parts[0], parts.at(-1)]
  const isFenced =
    parts.length > 2 &&
    open?.name === 'mo' &&
    close?.name === 'mo' &&
    OPENING.test(open.tex) &&
    CLOSING.test(close.tex)
  if (!isFenced || !TALL.test(tex) || !encloses(parts)) return tex
  if (!tex.startsWith(open.tex) || !tex.endsWith(close.tex)) return tex
  const inside = tex.slice(open.tex.length, tex.length - close.tex.length)
  return `\\left${open.tex}${inside}\\right${close.tex}`
}

/** Whether the first bracket of a row is closed by its last. */
function encloses(parts: readonly Part[]): boolean {
  let depth = 0
  for (let at = 1; at < parts.length - 1; at += 1) {
    const { name, tex } = parts[at]!
    if (name !== 'mo') continue
    if (OPENING.test(tex)) depth += 1
    else if (CLOSING.test(tex)) depth -= 1
    if (depth < 0) return false
  }
  return true
}

function operatorTex(text: string, attributes: Attributes): string {
  if (text === '\u2061' || text === '') return ''
  const tex = symbolTex(text, attributes['mathvariant'])
  return tex === `\\mathrm{${text}}` ? `\\operatorname{${text}}` : tex
}

function textTex(text: string): string {
  const line = text.replaceAll(/[\s\u00A0]+/g, ' ')
  if (line.trim() === '') return line === '' ? '' : ' '
  return `\\text{${line.replaceAll(/[{}\\$]/g, '').replaceAll(/[%#&]/g, '\\$&')}}`
}

function fencedTex(parts: readonly Part[], attributes: Attributes): string {
  const open = charactersTex(attributes['open'] ?? '(')
  const close = charactersTex(attributes['close'] ?? ')')
  const environment = parts.length === 1 ? environmentOf(open, close, parts[0]!) : undefined
  if (environment) return environment.tex
  const separators = Array.from((attributes['separators'] ?? ',').replaceAll(/\s/g, ''))
  let inner = ''
  for (const [at, { tex }] of parts.entries()) {
    if (at > 0)
      inner += separators.length === 0 ? '' : `${separators[at - 1] ?? separators.at(-1)} `
    inner += tex.trim()
  }
  return TALL.test(inner) && open !== '' && close !== ''
    ? `\\left${open}${inner}\\right${close}`
    : `${open}${inner}${close}`
}

function enclosedTex(tex: string, notation: string): string {
  if (/\bbox\b/.test(notation)) return `\\boxed{${tex}}`
  if (/strike/.test(notation)) return `\\cancel{${tex}}`
  if (/\bradical\b/.test(notation)) return `\\sqrt{${tex}}`
  if (/\btop\b/.test(notation)) return `\\overline{${tex}}`
  return /\bbottom\b/.test(notation) ? `\\underline{${tex}}` : tex
}

function spaceTex(width: string): string {
  const em = /^([\d.]{1,8})em$/.exec(width)?.[1]
  if (em === undefined || Number(em) < QUAD_MIN_EM) return ' '
  return Number(em) >= 2 * QUAD_MIN_EM ? '\\qquad ' : '\\quad '
}

/** Without blanks that do not end a command. */
function tidy(tex: string): string {
  return tex
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\\[a-zA-Z]+) (?=[_^}])/g, '$1')
    .trim()
}

/** Environments of matrices by their brackets. */
const MATRICES: Readonly<Record<string, string>> = {
  '(': 'pmatrix',
  '[': 'bmatrix',
  '\\{': 'Bmatrix',
  '|': 'vmatrix',
  '\\mid': 'vmatrix',
  '\\|': 'Vmatrix',
  '\\parallel': 'Vmatrix',
}
const CLOSERS: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '\\{': '\\}',
  '|': '|',
  '\\mid': '\\mid',
  '\\|': '\\|',
  '\\parallel': '\\parallel',
}

/** A table of MathML: a matrix, lines that are aligned, or one line with its number. */
function composeTable(parts: readonly Part[], attributes: Attributes): Omit<Part, 'name'> {
  const alignment = attributes['columnalign'] ?? ''
  const isAligned = /^right\b/.test(alignment) && /\bleft\b/.test(alignment)
  const lines = parts.map(({ tex, label }) =>
    label === undefined || label === '' ? tex : `${tex} ${tagOf(label)}`,
  )
  if (lines.length === 1 && parts[0]?.label !== undefined) {
    return { tex: lines[0]!.replaceAll(' & ', ' ') }
  }
  const rows = lines.join(' \\\\ ')
  const environment = isAligned ? 'aligned' : 'matrix'
  return { tex: inEnvironment(environment, rows), rows, environment }
}

/** The matrix or the cases that a table with these brackets is; undefined when it is neither. */
function environmentOf(
  open: string,
  close: string,
  { rows }: Part,
): { tex: string; closes: boolean } | undefined {
  if (rows === undefined) return undefined
  const [first, last] = [open.trim(), close.trim()]
  const matrix = MATRICES[first]
  if (matrix !== undefined && CLOSERS[first] === last) {
    return { tex: inEnvironment(matrix, rows), closes: true }
  }
  if (first === '\\{') return { tex: inEnvironment('cases', rows), closes: false }
  return undefined
}

function inEnvironment(name: string, rows: string): string {
  return `\\begin{${name}} ${rows} \\end{${name}}`
}

/** The number of an equation, which MathML writes as text in parentheses. */
function tagOf(label: string): string {
  const plain = label.replaceAll(/\\(?:text|mathrm)\{([^{}]*)\}/g, '$1').replaceAll(/^\(|\)$/g, '')
  return `\\tag{${plain}}`
}
