import type { Fact } from '../page.ts'
import type { OutputLines, Stated } from './output.ts'

/** What became of a field: `loose` is a value that is there, but not where and as it should be. */
export type Fate = 'right' | 'loose' | 'wrong' | 'missing'

/** What became of a fact, with what stands in its place. */
export interface Verdict {
  fate: Fate
  found: string
}

const RIGHT: Verdict = { fate: 'right', found: '' }

/** Looks for a fact in lines before `end`, above which facts stand. `frame` is the line over what its person wrote. */
export function judgeFact(output: OutputLines, fact: Fact, end: number, frame: string): Verdict {
  const stated = output.statedBefore(end)
  const own = stated.filter(({ label }) => fact.labels.includes(label))
  if (own.some((one) => isRight(fact, one))) return RIGHT
  if (fact.inTitle === true && isInHeading(output, fact)) return RIGHT
  if (fact.inFrameOf !== undefined && isInFrame(fact, frame)) return RIGHT
  if (fact.isMark === true && isMarked(output, fact, stated, end)) return RIGHT
  // A label without a value says nothing that is wrong: it may stand in the next lines.
  const others = own.filter(({ text }) => text !== '')
  const other = others.find(({ label }) => label === fact.labels[0]) ?? others[0]
  if (other) return { fate: 'wrong', found: `${other.label}: ${other.text}` }
  return { fate: isShown(output, fact) ? 'loose' : 'missing', found: '' }
}

function isRight(fact: Fact, { text, links }: Stated): boolean {
  if (fact.url !== undefined && links.some(({ url }) => isSameAddress(url, fact.url!))) return true
  if (fact.values.length === 1) {
    return fact.values[0]!.some((way) => isSame(text, way, fact.units))
  }
  const given = text.split(/\s*[,;·]\s*/).filter((one) => one !== '')
  return (
    given.length === fact.values.length &&
    fact.values.every((ways) => given.some((one) => ways.some((way) => isSame(one, way, []))))
  )
}

function isSame(text: string, way: string, units: readonly string[]): boolean {
  const given = cleaned(text)
  if (given === cleaned(way)) return true
  return units.some((unit) => cleaned(given.replace(unit, ' ')) === cleaned(way))
}

function cleaned(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/["“”„'‘’`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.,;:·()@#!]+|[\s.,;:·()]+$/g, '')
}

function isSameAddress(a: string, b: string): boolean {
  return a.replace(/\/$/, '') === b.replace(/\/$/, '')
}

function isInHeading(output: OutputLines, { values: [ways = []] }: Fact): boolean {
  const headings = [
    output.title,
    ...output.lines.filter(({ kind }) => kind === 'heading').map(({ text }) => text),
  ]
  return headings.slice(0, 2).some((text) => {
    const words = new Set(text.toLowerCase().split(/\s+/).map(cleaned))
    return ways.some((way) => words.has(cleaned(way)))
  })
}

function isInFrame(fact: Fact, frame: string): boolean {
  const parts = frame.split(/\s*·\s*/)
  return fact.values.every((ways) =>
    parts.some((part) => ways.some((way) => isSame(part, way, [...fact.units, ...VOTES]))),
  )
}

/** Words that the reader itself puts beside a number. */
export const VOTES = ['votes', 'vote', 'points', 'point', 'likes', 'like']

function isMarked(
  output: OutputLines,
  { values: [ways = []] }: Fact,
  stated: readonly Stated[],
  end: number,
): boolean {
  const isWay = (text: string): boolean => ways.some((way) => isSame(text, way, []))
  if (stated.some(({ label, text }) => isWay(label) && /^(?:yes|true)$/i.test(text))) return true
  return output.lines
    .slice(0, end)
    .some(({ kind, text }) => kind === 'text' && text.includes('·') && text.split('·').some(isWay))
}

function isShown(output: OutputLines, fact: Fact): boolean {
  const { url, values } = fact
  if (url !== undefined && output.lines.some(({ links }) => links.some((one) => one.url === url)))
    return true
  return values.every((ways) => ways.some((way) => output.has(way)))
}
