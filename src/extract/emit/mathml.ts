import type { Attributes } from '../hidden.ts'
import { visitNodes, type ElementNode } from '../tree/node.ts'

const FUNCTIONS = new Set(
  'sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln lg exp lim max min sup inf det dim gcd ker deg arg Pr'.split(
    ' ',
  ),
)
const OPERATORS = new Map(
  Object.entries({
    '−': '-',
    '×': '\\times ',
    '⋅': '\\cdot ',
    '·': '\\cdot ',
    '÷': '\\div ',
    '±': '\\pm ',
    '∑': '\\sum ',
    '∏': '\\prod ',
    '∫': '\\int ',
    '∮': '\\oint ',
    '≤': '\\le ',
    '≥': '\\ge ',
    '≠': '\\ne ',
    '≈': '\\approx ',
    '≡': '\\equiv ',
    '→': '\\to ',
    '⇒': '\\Rightarrow ',
    '⇔': '\\Leftrightarrow ',
    '↦': '\\mapsto ',
    '∞': '\\infty ',
    '∂': '\\partial ',
    '∇': '\\nabla ',
    '∈': '\\in ',
    '∉': '\\notin ',
    '⊂': '\\subset ',
    '⊆': '\\subseteq ',
    '∪': '\\cup ',
    '∩': '\\cap ',
    '∀': '\\forall ',
    '∃': '\\exists ',
    '…': '\\ldots ',
    '⋯': '\\cdots ',
    '{': '\\{',
    '}': '\\}',
    '%': '\\%',
    '#': '\\#',
    '&': '\\&',
    '\u2061': '',
    '\u2062': '',
    '\u2063': '',
    '\u2064': '',
  }),
)
const ACCENTS = new Map(
  Object.entries({
    '^': '\\hat',
    ˆ: '\\hat',
    '¯': '\\bar',
    '‾': '\\overline',
    _: '\\overline',
    '→': '\\vec',
    '\u20D7': '\\vec',
    '~': '\\tilde',
    '˜': '\\tilde',
    '˙': '\\dot',
    '¨': '\\ddot',
    '\\to': '\\vec',
  }),
)
const TEXTS = new Set(['mi', 'mn', 'mo', 'mtext', 'ms'])
const LEFT_OUT = new Set(['annotation', 'annotation-xml', 'mphantom', 'maligngroup', 'malignmark'])

/** The TeX of a formula in presentation MathML. Iterative: depth is the page's choice. */
export function mathmlToTex(math: ElementNode): string {
  const open: string[][] = [[]]
  visitNodes(
    math,
    (node) => {
      if (node.isText) {
        open.at(-1)?.push(node.data)
        return false
      }
      if (LEFT_OUT.has(node.name)) return false
      open.push([])
      return true
    },
    ({ name, attributes }) => {
      const parts = open.pop() ?? []
      const inner = TEXTS.has(name) ? parts : parts.filter((part) => part.trim() !== '')
      open.at(-1)?.push(compose(name, inner, attributes))
    },
  )
  return (open[0] ?? []).join('').replaceAll(/\s+/g, ' ').trim()
}

function compose(name: string, parts: string[], attributes: Attributes): string {
  const [first = '', second = '', third = ''] = parts
  switch (name) {
    case 'mi':
      return identifier(parts.join('').trim())
    case 'mo':
      return operator(parts.join('').trim())
    case 'mtext':
    case 'ms':
      return parts.join('').trim() === ''
        ? ' '
        : `\\text{${parts.join('').replaceAll(/[{}\\$]/g, '')}}`
    case 'msup':
      return `${base(first)}^${group(second)}`
    case 'msub':
    case 'munder':
      return `${base(first)}_${group(second)}`
    case 'msubsup':
    case 'munderover':
      return `${base(first)}_${group(second)}^${group(third)}`
    case 'mover': {
      const accent = ACCENTS.get(second.trim())
      return accent === undefined ? `${base(first)}^${group(second)}` : `${accent}{${first.trim()}}`
    }
    case 'mfrac':
      return /^0(?:px|pt|em)?$/.test(attributes['linethickness'] ?? '')
        ? `{${first} \\atop ${second}}`
        : `\\frac{${first.trim()}}{${second.trim()}}`
    case 'msqrt':
      return `\\sqrt{${parts.join('').trim()}}`
    case 'mroot':
      return `\\sqrt[${second.trim()}]{${first.trim()}}`
    case 'mfenced':
      return `${attributes['open'] ?? '('}${parts.join(', ')}${attributes['close'] ?? ')'}`
    case 'mtable':
      return `\\begin{matrix} ${parts.join(' \\\\ ')} \\end{matrix}`
    case 'mtr':
    case 'mlabeledtr':
      return parts.join(' & ')
    case 'mspace':
      return ' '
    default:
      return parts.join('')
  }
}

function identifier(text: string): string {
  if (FUNCTIONS.has(text)) return `\\${text} `
  const known = OPERATORS.get(text)
  if (known !== undefined) return known
  return /^\p{L}{2,}$/u.test(text) ? `\\mathrm{${text}}` : text
}

function operator(text: string): string {
  return OPERATORS.get(text) ?? (FUNCTIONS.has(text) ? `\\${text} ` : text)
}

/** What a small script stands at: a formula of several signs in braces. */
function base(tex: string): string {
  const trimmed = tex.trim()
  return trimmed.length <= 1 || /^(?:\\[a-zA-Z]+(?:\{[^{}]*\})?|[()[\]|]|\d+)$/.test(trimmed)
    ? trimmed
    : `{${trimmed}}`
}

function group(tex: string): string {
  const trimmed = tex.trim()
  return Array.from(trimmed).length === 1 ? trimmed : `{${trimmed}}`
}
