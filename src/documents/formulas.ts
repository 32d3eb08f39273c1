import { mathmlToTex } from '../extract/emit/formulas/mathml.ts'
import { append, type ElementNode, makeElement, TextNode } from '../markup/html/tree/node.ts'
import { childrenOf, findChild, innerText, type XmlElement } from './package/read-xml.ts'

/** The TeX of a formula in MathML, as packages of ODF and books hold it. */
export function texOfMathml(math: XmlElement): string {
  return mathmlToTex(copied(math))
}

/** The TeX of a formula of office documents (`m:oMath`; ISO/IEC 29500-1, 22.1). */
export function texOfOfficeMath(math: XmlElement): string {
  return mathmlToTex(element('math', ...rowOf(math)))
}

function copied({ name, attributes, children }: XmlElement): ElementNode {
  const local = name.slice(name.indexOf(':') + 1)
  const copy = makeElement(local, Object.fromEntries(attributes))
  for (const child of children) {
    append(copy, typeof child === 'string' ? new TextNode(child) : copied(child))
  }
  return copy
}

/** Elements of MathML for those of office documents that hold nothing but arguments, by the names of these. */
const SIMPLE: Readonly<Record<string, readonly [name: string, ...args: string[]]>> = {
  'm:sSup': ['msup', 'm:e', 'm:sup'],
  'm:sSub': ['msub', 'm:e', 'm:sub'],
  'm:sSubSup': ['msubsup', 'm:e', 'm:sub', 'm:sup'],
  'm:limLow': ['munder', 'm:e', 'm:lim'],
  'm:limUpp': ['mover', 'm:e', 'm:lim'],
}
/** Elements that only hold what they show. */
const PLAIN = new Set([
  'm:e',
  'm:box',
  'm:phant',
  'm:oMath',
  'w:ins',
  'w:moveTo',
  'w:sdt',
  'w:sdtContent',
])
const DELETED = new Set(['w:del', 'w:moveFrom'])
const COMBINING_CIRCUMFLEX = '\u0302'
const BRACE_BELOW = '\u23DF'
const FUNCTION_APPLIED = '\u2061'

/** All that stands within an element, one after another. */
function rowOf(holder: XmlElement | undefined): ElementNode[] {
  return childrenOf(holder).flatMap((child) => {
    if (child.name === 'm:r') return runOf(child)
    if (PLAIN.has(child.name)) return rowOf(child)
    if (DELETED.has(child.name)) return []
    return composed(child)
  })
}

function composed(from: XmlElement): ElementNode[] {
  const argument = (name: string): ElementNode => element('mrow', ...rowOf(findChild(from, name)))
  const property = (name: string): string | undefined => {
    const holder = findChild(from, `${from.name}Pr`, name)
    return holder && (holder.attributes.get('m:val') ?? '')
  }
  const simple = Object.hasOwn(SIMPLE, from.name) ? SIMPLE[from.name] : undefined
  if (simple) {
    const [name, ...args] = simple
    return [element(name, ...args.map(argument))]
  }
  switch (from.name) {
    case 'm:f':
      return fraction(property('m:type') ?? '', argument('m:num'), argument('m:den'))
    case 'm:rad': {
      const degree = findChild(from, 'm:deg')
      const isSquare = innerText(degree).trim() === ''
      return [
        isSquare
          ? element('msqrt', ...rowOf(findChild(from, 'm:e')))
          : element('mroot', argument('m:e'), argument('m:deg')),
      ]
    }
    case 'm:nary': {
      const sign = operator(property('m:chr') ?? '∫')
      const name = property('m:limLoc') === 'undOvr' ? 'munderover' : 'msubsup'
      return [element(name, sign, argument('m:sub'), argument('m:sup')), argument('m:e')]
    }
    case 'm:d': {
      const fenced = makeElement('mfenced', {
        open: property('m:begChr') ?? '(',
        close: property('m:endChr') ?? ')',
        separators: property('m:sepChr') ?? '|',
      })
      for (const part of childrenOf(from, 'm:e')) append(fenced, element('mrow', ...rowOf(part)))
      return [fenced]
    }
    case 'm:func':
      return [argument('m:fName'), operator(FUNCTION_APPLIED), argument('m:e')]
    case 'm:acc':
      return [
        element('mover', argument('m:e'), operator(property('m:chr') ?? COMBINING_CIRCUMFLEX)),
      ]
    case 'm:bar':
      return [bar(property('m:pos') === 'top', argument('m:e'))]
    case 'm:groupChr': {
      const name = property('m:pos') === 'top' ? 'mover' : 'munder'
      return [element(name, argument('m:e'), operator(property('m:chr') ?? BRACE_BELOW))]
    }
    case 'm:sPre':
      return [
        element(
          'mmultiscripts',
          argument('m:e'),
          element('mprescripts'),
          argument('m:sub'),
          argument('m:sup'),
        ),
      ]
    case 'm:borderBox': {
      const box = makeElement('menclose', { notation: 'box' })
      append(box, argument('m:e'))
      return [box]
    }
    case 'm:m':
      return [element('mtable', ...childrenOf(from, 'm:mr').map(rowOfTable))]
    case 'm:eqArr':
      return [element('mtable', ...childrenOf(from, 'm:e').map((line) => tableRow([line])))]
    default:
      return []
  }
}

function rowOfTable(row: XmlElement): ElementNode {
  return tableRow(childrenOf(row, 'm:e'))
}

function tableRow(cells: readonly XmlElement[]): ElementNode {
  return element('mtr', ...cells.map((cell) => element('mtd', ...rowOf(cell))))
}

function fraction(type: string, above: ElementNode, below: ElementNode): ElementNode[] {
  if (type === 'lin') return [above, operator('/'), below]
  const made = makeElement('mfrac', type === 'noBar' ? { linethickness: '0' } : {})
  append(made, above)
  append(made, below)
  return [made]
}

function bar(isAbove: boolean, base: ElementNode): ElementNode {
  return element(isAbove ? 'mover' : 'munder', base, operator(isAbove ? '¯' : '_'))
}

/** Numbers, letters and signs of a run; words that are set upright as one name each. */
function runOf(run: XmlElement): ElementNode[] {
  const text = childrenOf(run, 'm:t').map(innerText).join('')
  const looks = findChild(run, 'm:rPr')
  if (findChild(looks, 'm:nor')) return [leaf('mtext', text)]
  const isUpright = findChild(looks, 'm:sty')?.attributes.get('m:val') === 'p'
  const parts = isUpright
    ? text.match(/\d+(?:[.,]\d+)*|\p{L}+|[^\s]/gu)
    : text.match(/\d+(?:[.,]\d+)*|[^\s]/gu)
  return (parts ?? [])
    .filter((part) => part !== '&')
    .map((part) => {
      if (/^\d/.test(part)) return leaf('mn', part)
      return /^\p{L}/u.test(part) ? leaf('mi', part) : operator(part)
    })
}

function operator(sign: string): ElementNode {
  return leaf('mo', sign)
}

function leaf(name: string, text: string): ElementNode {
  const made = makeElement(name)
  append(made, new TextNode(text))
  return made
}

function element(name: string, ...children: readonly ElementNode[]): ElementNode {
  const made = makeElement(name)
  for (const child of children) append(made, child)
  return made
}
