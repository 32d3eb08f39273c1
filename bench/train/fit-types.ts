import { predict } from '../../src/extract/content/model/forest.ts'
import { PAGE_TYPES, typeRow, type TypeModel } from '../../src/extract/content/model/page-type.ts'
import type { Sample } from './dataset.ts'
import { fitTypeTokens, type TypedPage } from './fit-tables.ts'
import { forestOf } from './forest-of.ts'
import { binned, growForest, type ForestOptions } from './gbt.ts'

/** Parts of the training data; what is learned of a part never comes from the part itself. */
export const PARTS = 3

/** The forest of one page type. */
const TYPE_FOREST: ForestOptions = {
  trees: 30,
  leaves: 6,
  learningRate: 0.15,
  leafMinWeight: 2,
  l2: 2,
  rowShare: 0.7,
  featureShare: 0.5,
  seed: 5,
}

/** A page and the part of the training data that it belongs to. */
export interface Parted {
  sample: Sample
  part: number
}

/**
 * Learns to tell the types of pages, and how likely each page is of each type by what was learned from the
 * other parts. The pages of trafilatura's set have no type; those of AEB are articles.
 */
export function fitTypes(pages: readonly Parted[]): {
  model: TypeModel
  chances: Float32Array[]
} {
  const typed = pages.map(({ sample, part }) => ({
    part,
    signals: sample.signals,
    tokens: sample.signals.facts.tokens,
    type: typeOf(sample),
  }))
  const tables = Array.from({ length: PARTS + 1 }, (_, left) =>
    fitTypeTokens(typed.filter(({ part, type }) => type >= 0 && part !== left)),
  )
  const rows = typed.map(({ signals, part }) => typeRow(signals, tables[part]!))
  const width = rows[0]!.length
  const matrix = new Float32Array(rows.length * width)
  rows.forEach((row, index) => matrix.set(row, index * width))
  const known = Int32Array.from(typed.keys()).filter((index) => typed[index]!.type >= 0)
  const data = binned(matrix, width, known, 0, width)
  const places = Int32Array.from(known.keys())
  const weights = new Float32Array(known.length).fill(1)
  const grown = (left: number): TypeModel['forests'] =>
    PAGE_TYPES.map((_, type) => {
      const labels = Uint8Array.from(known, (index) => (typed[index]!.type === type ? 1 : 0))
      const seen = places.filter((place) => typed[known[place]!]!.part !== left)
      const { trees, base } = growForest({ data, labels, weights, rows: seen }, TYPE_FOREST)
      return forestOf(trees, base)
    })
  const byPart = Array.from({ length: PARTS }, (_, part) => grown(part))
  const chances = typed.map(({ part }, index) => {
    const own = byPart[part]!.map((forest) => predict([forest], rows[index]!, 1, width)[0]!)
    const sum = own.reduce((all, chance) => all + chance, 0)
    return Float32Array.from(own, (chance) => chance / sum)
  })
  return { model: { tokens: tables[PARTS]!, forests: grown(PARTS) }, chances }
}

/** The type of a page, an index into `PAGE_TYPES`; -1 where it is not known. */
export function typeOf({ set, truth }: Sample): TypedPage['type'] {
  if (set === 'aeb') return PAGE_TYPES.indexOf('article')
  return 'type' in truth ? PAGE_TYPES.findIndex((type) => type === truth.type) : -1
}
