import { Buffer } from 'node:buffer'
import { featureOf, LEAF, leftOf, type Forest } from '../../src/extract/content/model/forest.ts'
import { TABLE_KINDS, type Model } from '../../src/extract/content/model/model.ts'
import type { WeightTable } from '../../src/extract/content/model/weight-table.ts'

/** Writes a model as `unpackModel` reads it. */
export function packModel(model: Model): Uint8Array {
  const parts: Uint8Array[] = [bytesOf(Float32Array.of(model.strictness))]
  const addTable = ({ keys, steps }: WeightTable): void => {
    parts.push(bytesOf(Int32Array.of(keys.length)), distances(keys), bytesOf(steps))
  }
  const addForest = ({ base, roots, nodes, numbers }: Forest): void => {
    const lefts = new Uint8Array(nodes.length)
    roots.forEach((root, tree) => {
      const end = roots[tree + 1] ?? nodes.length
      for (let at = root; at < end; at += 1) {
        lefts[at] = nodes[at] === LEAF ? 0 : leftOf(nodes[at]!) - root
      }
    })
    parts.push(
      bytesOf(Float32Array.of(base)),
      bytesOf(Int32Array.of(roots.length)),
      bytesOf(roots),
      bytesOf(Int32Array.of(nodes.length)),
      Uint8Array.from(nodes, (node) => (node === LEAF ? 0 : featureOf(node))),
      lefts,
      bytesOf(numbers),
    )
  }
  for (const kind of TABLE_KINDS) addTable(model.tables[kind])
  addForest(model.first)
  parts.push(bytesOf(Int32Array.of(model.seconds.length)))
  model.seconds.forEach(addForest)
  addTable(model.types.tokens)
  model.types.forests.forEach(addForest)
  return Buffer.concat(parts)
}

/** Ascending keys as the distances between them, seven bits to a byte, the lowest first. */
function distances(keys: Int32Array): Uint8Array {
  const bytes: number[] = []
  let before = -(2 ** 31)
  for (const key of keys) {
    let rest = key - before
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
    before = key
  }
  return Uint8Array.from(bytes)
}

function bytesOf(array: Int32Array | Int8Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}
