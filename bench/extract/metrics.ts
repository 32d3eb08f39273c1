/** Truth about a page of WCXB: main text, snippets that must and must not appear, page type. */
export interface WcxbTruth {
  url: string
  main: string
  w: string[]
  wo: string[]
  type: string
}

/** Truth about a page of the article-extraction-benchmark. */
export interface AebTruth {
  url: string
  articleBody: string
}

/** Truth about a page of trafilatura's evaluation set: segments that must and must not appear. */
export interface TrafilaturaTruth {
  url: string
  with: string[]
  without: string[]
}

/** Precision, recall and F1, each from 0 to 1. */
export interface Score {
  precision: number
  recall: number
  f1: number
}

/** Score of one WCXB page, with the shares of the snippets found. */
export interface WcxbScore extends Score {
  with: number
  without: number
}

/** One text and the truth about it. */
export interface Answer<Truth> {
  text: string
  truth: Truth
}

function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

function counted(items: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

function harmonic(precision: number, recall: number): number {
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** WCXB: overlap of the bags of lower-case words; an empty truth wants an empty text. */
export function wcxbPage(text: string, truth: WcxbTruth): WcxbScore {
  const snippets = { with: found(text, truth.w), without: found(text, truth.wo) }
  const predicted = words(text.toLowerCase())
  const expected = words(truth.main.toLowerCase())
  if (predicted.length === 0 || expected.length === 0) {
    const score = predicted.length === expected.length ? 1 : 0
    return { precision: score, recall: score, f1: score, ...snippets }
  }
  const expectedCounts = counted(expected)
  let overlap = 0
  for (const [word, count] of counted(predicted)) {
    overlap += Math.min(count, expectedCounts.get(word) ?? 0)
  }
  const precision = overlap / predicted.length
  const recall = overlap / expected.length
  return { precision, recall, f1: harmonic(precision, recall), ...snippets }
}

function found(text: string, snippets: readonly string[]): number {
  if (snippets.length === 0) return 1
  const lower = text.toLowerCase()
  return (
    snippets.filter((snippet) => lower.includes(snippet.toLowerCase())).length / snippets.length
  )
}

/** WCXB: the means over pages. */
export function wcxb(answers: readonly Answer<WcxbTruth>[]): WcxbScore {
  const pages = answers.map(({ text, truth }) => wcxbPage(text, truth))
  const of = (key: keyof WcxbScore): number => mean(pages.map((page) => page[key]))
  return {
    precision: of('precision'),
    recall: of('recall'),
    f1: of('f1'),
    with: of('with'),
    without: of('without'),
  }
}

function shingles(text: string): Map<string, number> {
  const tokens = words(text)
  const SHINGLE_WORDS = 4
  const all: string[] = []
  for (let at = 0; at < Math.max(1, tokens.length - SHINGLE_WORDS + 1); at += 1) {
    const shingle = tokens.slice(at, at + SHINGLE_WORDS)
    if (shingle.length > 0) all.push(shingle.join(' '))
  }
  return counted(all)
}

/** article-extraction-benchmark: shingles of four words; F1 of the mean precision and the mean recall. */
export function aeb(answers: readonly Answer<AebTruth>[]): Score {
  const precisions: number[] = []
  const recalls: number[] = []
  for (const { text, truth } of answers) {
    const expected = shingles(truth.articleBody)
    const predicted = shingles(text)
    let hits = 0
    let misses = 0
    let extras = 0
    for (const key of new Set([...expected.keys(), ...predicted.keys()])) {
      const want = expected.get(key) ?? 0
      const have = predicted.get(key) ?? 0
      hits += Math.min(want, have)
      extras += Math.max(0, have - want)
      misses += Math.max(0, want - have)
    }
    if (hits + extras > 0)
      precisions.push(extras === 0 && misses === 0 ? 1 : hits / (hits + extras))
    if (hits + misses > 0) recalls.push(extras === 0 && misses === 0 ? 1 : hits / (hits + misses))
  }
  const precision = mean(precisions)
  const recall = mean(recalls)
  return { precision, recall, f1: harmonic(precision, recall) }
}

/** trafilatura: counts of segments found and wrongly found, over all pages. */
export function trafilatura(answers: readonly Answer<TrafilaturaTruth>[]): Score {
  let hits = 0
  let misses = 0
  let extras = 0
  for (const { text, truth } of answers) {
    const page = oneSpaced(text)
    const expected = truth.with.filter((segment) => page.includes(oneSpaced(segment))).length
    hits += expected
    misses += truth.with.length - expected
    extras += truth.without.filter((segment) => page.includes(oneSpaced(segment))).length
  }
  const precision = hits / Math.max(1, hits + extras)
  const recall = hits / Math.max(1, hits + misses)
  return { precision, recall, f1: harmonic(precision, recall) }
}

function oneSpaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
