/** Symbols of AsciiMath and their TeX, where that is not the same word after a backslash. */
const SYMBOLS = new Map<string, string>()
for (const line of [
  '* \\cdot,** \\ast,*** \\star,// /,xx \\times,-: \\div,@ \\circ,o+ \\oplus,ox \\otimes,o. \\odot,^^ \\wedge,vv \\vee',
  'nn \\cap,uu \\cup,^^^ \\bigwedge,vvv \\bigvee,nnn \\bigcap,uuu \\bigcup,!= \\ne,<= \\le,>= \\ge,-< \\prec,>- \\succ',
  '!in \\notin,sub \\subset,sup \\supset,sube \\subseteq,supe \\supseteq,-= \\equiv,~= \\cong,~~ \\approx,prop \\propto',
  'not \\neg,=> \\Rightarrow,<=> \\Leftrightarrow,AA \\forall,EE \\exists,_|_ \\bot,TT \\top,|-- \\vdash,-> \\to,|-> \\mapsto',
  'larr \\leftarrow,rarr \\rightarrow,harr \\leftrightarrow,rArr \\Rightarrow,lArr \\Leftarrow,hArr \\Leftrightarrow',
  'oo \\infty,del \\partial,grad \\nabla,+- \\pm,O/ \\emptyset,/_ \\angle,:. \\therefore,... \\ldots',
  'CC \\mathbb{C},NN \\mathbb{N},QQ \\mathbb{Q},RR \\mathbb{R},ZZ \\mathbb{Z},dx dx,dy dy,dz dz,dt dt',
]) {
  for (const pair of line.split(',')) {
    const at = pair.indexOf(' ')
    SYMBOLS.set(pair.slice(0, at), pair.slice(at + 1))
  }
}
const WORDS = new Set(
  (
    'alpha beta gamma Gamma delta Delta epsilon varepsilon zeta eta theta Theta vartheta iota kappa lambda Lambda mu nu xi Xi ' +
    'pi Pi rho sigma Sigma tau upsilon phi Phi varphi chi psi Psi omega Omega sum prod int oint sin cos tan sec csc cot arcsin ' +
    'arccos arctan sinh cosh tanh log ln exp lim det dim gcd min max times div cdot pm in le ge ne to infty partial nabla aleph ' +
    'ldots cdots vdots ddots quad forall exists subset supset cap cup wedge vee oplus otimes equiv approx cong propto'
  ).split(' '),
)
const UNARY: Readonly<Record<string, string>> = {
  sqrt: 'sqrt',
  hat: 'hat',
  bar: 'overline',
  overline: 'overline',
  ul: 'underline',
  underline: 'underline',
  vec: 'vec',
  dot: 'dot',
  ddot: 'ddot',
  tilde: 'tilde',
  bb: 'mathbf',
  bbb: 'mathbb',
  cc: 'mathcal',
  tt: 'mathtt',
  fr: 'mathfrak',
  sf: 'mathsf',
  cancel: 'cancel',
}
const BRACKETS: Readonly<Record<string, string>> = {
  '(': '(',
  '[': '[',
  '{': '\\{',
  '(:': '\\langle ',
  '{:': '',
  ')': ')',
  ']': ']',
  '}': '\\}',
  ':)': '\\rangle ',
  ':}': '',
}
const OPENING = new Set(['(', '[', '{', '(:', '{:'])
const CLOSING = new Set([')', ']', '}', ':)', ':}'])
const TOKEN = /\s*("[^"]*"|text\([^)]*\)|\d+(?:\.\d+)?|\(:|:\)|\{:|:\}|[A-Za-z]+|[^\s\w]{1,4}|\S)/y
const DEPTH_MAX_LEVELS = 40
const TEXT_MAX_CHARS = 5000

/** The TeX of a formula in AsciiMath. Nested deeper than anyone writes, the rest stays as it is. */
export function asciimathToTex(text: string): string {
  const reader = new Reader(text.slice(0, TEXT_MAX_CHARS))
  return reader
    .expression(0)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[_^}])/g, '')
    .trim()
}

class Reader {
  readonly #tokens: string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  /** Everything up to a closing bracket that no opening one belongs to; at the outermost level, all. */
  expression(depth: number): string {
    let tex = ''
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at]!
      if (CLOSING.has(token)) {
        if (depth > 0) return tex
        this.#at += 1
        tex += BRACKETS[token] ?? token
        continue
      }
      const first = this.#scripted(depth)
      if (this.#tokens[this.#at] !== '/') {
        tex += first.tex
        continue
      }
      this.#at += 1
      const below = this.#scripted(depth)
      tex += `\\frac{${first.inner}}{${below.inner}}`
    }
    return tex
  }

  #scripted(depth: number): Piece {
    const base = this.#simple(depth)
    let scripts = ''
    for (const mark of ['_', '^']) {
      if (this.#tokens[this.#at] !== mark) continue
      this.#at += 1
      scripts += `${mark}{${this.#simple(depth).inner.trim()}}`
    }
    if (scripts === '') return base
    const tex = `${base.tex.trimEnd()}${scripts}`
    return { tex, inner: tex }
  }

  #simple(depth: number): Piece {
    const token = this.#tokens[this.#at] ?? ''
    this.#at += 1
    if (token === '' || depth > DEPTH_MAX_LEVELS) return piece(token)
    if (OPENING.has(token)) return this.#bracketed(token, depth)
    const text = /^(?:"([^"]*)"|text\(([^)]*)\))$/.exec(token)
    if (text) return piece(`\\text{${(text[1] ?? text[2] ?? '').replaceAll(/[{}\\$]/g, '')}}`)
    if (token === 'frac')
      return piece(`\\frac{${this.#simple(depth + 1).inner}}{${this.#simple(depth + 1).inner}}`)
    if (token === 'root')
      return piece(`\\sqrt[${this.#simple(depth + 1).inner}]{${this.#simple(depth + 1).inner}}`)
    if (token === 'stackrel' || token === 'overset') {
      return piece(`\\overset{${this.#simple(depth + 1).inner}}{${this.#simple(depth + 1).inner}}`)
    }
    if (token === 'abs') return piece(`\\left|${this.#simple(depth + 1).inner}\\right|`)
    if (token === 'norm') return piece(`\\left\\|${this.#simple(depth + 1).inner}\\right\\|`)
    if (Object.hasOwn(UNARY, token))
      return piece(`\\${UNARY[token]}{${this.#simple(depth + 1).inner.trim()}}`)
    return piece(symbol(token))
  }

  #bracketed(open: string, depth: number): Piece {
    const inner = this.expression(depth + 1)
    const close = this.#tokens[this.#at] ?? ''
    if (close !== '') this.#at += 1
    const rows = rowsOf(inner)
    if (rows !== undefined && open !== '{:') {
      const environment =
        open === '(' ? 'pmatrix' : open === '{' && close === ':}' ? 'cases' : 'bmatrix'
      return piece(`\\begin{${environment}} ${rows} \\end{${environment}}`)
    }
    return { tex: `${BRACKETS[open]}${inner}${BRACKETS[close] ?? ''}`, inner }
  }
}

/** A part of a formula, and the same without the brackets that only hold it together. */
interface Piece {
  tex: string
  inner: string
}

function piece(tex: string): Piece {
  return { tex, inner: tex }
}

function symbol(token: string): string {
  const known = SYMBOLS.get(token)
  if (known !== undefined) return known.startsWith('\\') ? `${known} ` : known
  if (WORDS.has(token)) return `\\${token} `
  return token === '%' || token === '#' || token === '&' || token === '$' ? `\\${token}` : token
}

/** The rows of a matrix, `[a, b], [c, d]`; undefined for anything else. */
function rowsOf(inner: string): string | undefined {
  if (!/^\s*[[(][^[\]()]*[\])](?:\s*,\s*[[(][^[\]()]*[\])])+\s*$/.test(inner)) return undefined
  return inner
    .trim()
    .slice(1, -1)
    .split(/[\])]\s*,\s*[[(]/)
    .map((row) =>
      row
        .split(',')
        .map((cell) => cell.trim())
        .join(' & '),
    )
    .join(' \\\\ ')
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [, token = ''] = found
    const known = longestKnown(token)
    if (known.length < token.length && !/^["\d]|^text\(/.test(token))
      TOKEN.lastIndex -= token.length - known.length
    tokens.push(/^["\d]|^text\(/.test(token) ? token : known)
  }
  return tokens
}

/** The longest beginning of some letters or signs that is a symbol; else the first of them. */
function longestKnown(token: string): string {
  for (let length = token.length; length > 1; length -= 1) {
    const part = token.slice(0, length)
    const isKnown =
      SYMBOLS.has(part) ||
      WORDS.has(part) ||
      Object.hasOwn(UNARY, part) ||
      OPENING.has(part) ||
      CLOSING.has(part)
    if (isKnown || /^(?:frac|root|stackrel|overset|abs|norm)$/.test(part)) return part
  }
  return token.charAt(0)
}
