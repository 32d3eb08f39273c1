import { Buffer } from 'node:buffer'
import { LEAF } from '../../src/extract/content/forest.ts'
import { TABLE_KINDS, WEIGHT_STEP, type Model } from '../../src/extract/content/model.ts'

/** Writes a model as `unpackModel` reads it. */
export function packModel(model: Model): Uint8Array {
  const parts: Uint8Array[] = [bytesOf(Float32Array.of(model.threshold))]
  for (const kind of TABLE_KINDS) {
    const entries = [...model.tables[kind]].toSorted(([a], [b]) => a - b)
    parts.push(
      bytesOf(Int32Array.of(entries.length)),
      bytesOf(Int32Array.from(entries, ([key]) => key)),
      bytesOf(Int8Array.from(entries, ([, weight]) => Math.round(weight / WEIGHT_STEP))),
    )
  }
  for (const { base, roots, features, numbers, lefts } of [model.first, model.second]) {
    parts.push(bytesOf(Float32Array.of(base)), bytesOf(Int32Array.of(roots.length)))
    roots.forEach((root, tree) => {
      const end = roots[tree + 1] ?? features.length
      parts.push(
        bytesOf(Int32Array.of(end - root)),
        features.slice(root, end),
        Uint8Array.from(lefts.subarray(root, end), (left, at) =>
          features[root + at] === LEAF ? 0 : left - root,
        ),
        bytesOf(numbers.slice(root, end)),
      )
    })
  }
  return Buffer.concat(parts)
}

function bytesOf(array: Int32Array | Int8Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}
