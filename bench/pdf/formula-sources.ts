import { Writer } from './source-writer.ts'
import type { Source, SourceBlock, SourceFormula } from './sources.ts'

const PAPER_BLOCKS_COUNT = 12
/** Numbers of formulas have four digits, as nothing else in their documents has. */
const NUMBERS_FROM = 1_000
const NUMBERS_COUNT = 9_000

/** Formulas as papers set them; each `@` becomes a number, in the order of reading. */
const FORMULAS: readonly string[] = [
  String.raw`\begin{equation}E = @ m c^2 + @\end{equation}`,
  String.raw`\[x = \frac{-b \pm \sqrt{b^2 - @ac}}{@a}\]`,
  String.raw`\begin{equation}S_n = \sum_{i=1}^{n} @ x_i^2 - @ n\end{equation}`,
  String.raw`\begin{align}f(x) &= @ x + 1\\ g(x) &= @ x^3 - y\\ h(x) &= @ \sin x\end{align}`,
  String.raw`\begin{equation}\int_0^{\infty} e^{-@ t}\,dt = \frac{1}{@}\end{equation}`,
  String.raw`\[|x| = \begin{cases} @ x & \text{if } x > 0,\\ -@ x & \text{otherwise.}\end{cases}\]`,
  String.raw`\begin{equation}A = \begin{pmatrix} @ & b \\ c & @ \end{pmatrix}\end{equation}`,
  String.raw`\[\alpha \le @ \beta, \qquad \gamma \ge @ \delta\]`,
  String.raw`\begin{equation}p(y \mid x) = \frac{\exp(@ w_y x)}{\sum_k \exp(@ w_k x)}\end{equation}`,
  String.raw`\begin{align*}\nabla \cdot u &= @,\\ \partial_t u &= @ \Delta u\end{align*}`,
  String.raw`\begin{equation}\lim_{n \to \infty} \left(1 + \frac{@}{n}\right)^n = e^{@}\end{equation}`,
  String.raw`\[\max_{x \in X} @ f(x) \quad \text{for all } x < @\]`,
]
/** Formulas inside of a sentence, which are no blocks. */
const INLINE: readonly string[] = [
  String.raw`$x^2 + y_i$`,
  String.raw`$\frac{a}{b}$`,
  String.raw`$\sum_i \lambda_i \le n$`,
  String.raw`$f : X \to Y$`,
]

/** How a program of LaTeX prints papers with formulas. */
interface FormulaPrinter {
  name: string
  isHeldOut: boolean
  program: string
  debian: string
  write(source: Source): string
}

/** Fonts of several kinds: Computer Modern, Times with its signs, and the large ones of Unicode. */
export const FORMULA_PRINTERS: readonly FormulaPrinter[] = [
  {
    name: 'formulas-pdflatex',
    isHeldOut: false,
    program: 'pdflatex',
    debian: 'texlive-latex-recommended',
    write: (source) => toPaper(source, 'article', ''),
  },
  {
    name: 'formulas-ieee',
    isHeldOut: true,
    program: 'pdflatex',
    debian: 'texlive-publishers',
    write: (source) => toPaper(source, 'IEEEtran', ''),
  },
  {
    name: 'formulas-unicode',
    isHeldOut: true,
    program: 'lualatex',
    debian: 'texlive-luatex',
    write: (source) => toPaper(source, 'scrartcl', String.raw`\usepackage{unicode-math}`),
  },
]

function toPaper({ blocks }: Source, documentClass: string, setup: string): string {
  const body = blocks.map((block) =>
    block.kind === 'heading'
      ? String.raw`\section{${block.text}}`
      : block.kind === 'paragraph'
        ? `${block.text}${block.formula ? `\n${block.formula.latex}` : '\n'}`
        : '',
  )
  return String.raw`\documentclass{${documentClass}}\usepackage{amsmath}${setup}
\begin{document}
${body.join('\n')}
\end{document}
`
}

/** Papers with formulas between and inside of their paragraphs. */
export function formulaSources(seed: number): Source[] {
  const writer = new Writer(seed)
  const title = 'On the motion of boats'
  const used = new Set<string>()
  const number = (): string => {
    for (;;) {
      const one = String(NUMBERS_FROM + writer.below(NUMBERS_COUNT))
      if (used.has(one)) continue
      used.add(one)
      return one
    }
  }
  const formula = (): SourceFormula => {
    const numbers: string[] = []
    const latex = writer.one(FORMULAS).replaceAll('@', () => {
      const one = number()
      numbers.push(one)
      return one
    })
    return { latex, numbers }
  }
  const blocks = Array.from({ length: PAPER_BLOCKS_COUNT }, (_, at): SourceBlock[] => {
    const text = `The ${writer.key()} ${writer.one(INLINE)} holds. ${writer.sentences(2)} With ${writer.one(INLINE)} and ${writer.phrase(3)} this gives`
    const paragraph: SourceBlock = { kind: 'paragraph', text, formula: formula() }
    const rest: SourceBlock = {
      kind: 'paragraph',
      text: `where the ${writer.key()} is known. ${writer.sentences(2)}`,
    }
    return at % 4 === 0 ? [writer.heading(1), paragraph, rest] : [paragraph, rest]
  })
  return [
    {
      id: `formulas-${seed}`,
      title,
      language: 'en',
      layout: 'formulas',
      blocks: blocks.flat(),
    },
  ]
}
