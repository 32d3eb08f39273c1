import type { Attributes } from '../../markup/html/tokens/attributes.ts'
import type { Part } from './mathml-scripts.ts'

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
export function composeTable(parts: readonly Part[], attributes: Attributes): Omit<Part, 'name'> {
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
export function environmentOf(
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
