import { Writer } from '../pdf/source-writer.ts'

/** A piece of text; `script` says whether it is raised or lowered. */
export interface Piece {
  text: string
  script?: 'sup' | 'sub'
}

/** A document with raised and lowered parts. */
export interface RaisedDocument {
  title: string
  paragraphs: Piece[][]
  /** Rows of two cells. */
  rows: Piece[][][]
  /** What its Markdown must hold. */
  phrases: string[]
}

const SUP: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('0123456789+−n', (char, at) => [char, Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ')[at] ?? char]),
)
const SUB: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('0123456789+', (char, at) => [char, Array.from('₀₁₂₃₄₅₆₇₈₉₊')[at] ?? char]),
)
const SENTENCES_COUNT = 14
const ROWS_COUNT = 5

type Fragment = (number: () => number) => Piece[]
const plain = (text: string): Piece => ({ text })
const up = (text: string): Piece => ({ text, script: 'sup' })
const down = (text: string): Piece => ({ text, script: 'sub' })

const FRAGMENTS: readonly Fragment[] = [
  (n) => [plain('10'), up(String(n() % 30)), plain(' cells')],
  (n) => [plain(`${n()} m`), up('2'), plain(' of deck')],
  (n) => [plain(`${n()} cm`), up('3')],
  (n) => [plain(`${n() / 10} × 10`), up(`−${n() % 20}`), plain(' mol')],
  () => [plain('CO'), down('2'), plain(' and H'), down('2'), plain('O')],
  () => [plain('Ca'), up('2+'), plain(' ions')],
  () => [plain('Fe'), down('2'), plain('O'), down('3')],
  (n) => [plain('x'), up('2'), plain(` + ${n()}`)],
  () => [plain('O(n'), up('2'), plain(') steps')],
  (n) => [plain(`${n()} m s`), up('−1'), plain(' at sea')],
  () => [plain('2'), up('n'), plain(' ways')],
  () => [up('14'), plain('C dating')],
  (n) => [plain(`${n()}`), up('th'), plain(' place')],
  (n) => [plain('a'), down(String(n() % 90)), plain(' beside it')],
  () => [plain('y'), up('2a+b'), plain(' in all')],
]

/** What a phrase must look like. */
function shown(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, script }) => {
      if (!script || !/\d|[+=−]|^[b-df-np-z]$/.test(text)) return text
      const table = script === 'sup' ? SUP : SUB
      const written = Array.from(text, (char) => table[char])
      if (written.every((char) => char !== undefined)) return written.join('')
      return `^(${text})`
    })
    .join('')
}

/** Sentences and a table with raised and lowered parts in the midst, at the start and at the end of words. */
export function raisedDocument(seed: number): RaisedDocument {
  const writer = new Writer(seed)
  const number = (): number => 2 + writer.below(97)
  const phrases: string[] = []
  const fragment = (): Piece[] => {
    const pieces = writer.one(FRAGMENTS)(number)
    phrases.push(shown(pieces))
    return pieces
  }
  const paragraphs = Array.from({ length: SENTENCES_COUNT }, () => [
    plain(`${writer.sentences(1)} The ${writer.key()} held `),
    ...fragment(),
    plain(`, ${writer.phrase(3)}, and then `),
    ...fragment(),
    plain(` besides. ${writer.sentences(1)}`),
  ])
  const rows = Array.from({ length: ROWS_COUNT }, () => [[plain(writer.phrase(2))], fragment()])
  return { title: 'Measures of the harbour', paragraphs, rows, phrases }
}
