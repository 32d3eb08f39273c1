import { Buffer } from 'node:buffer'
import { LEAF } from '../../src/extract/content/forest.ts'
import { TABLE_KINDS, type Model } from '../../src/extract/content/model.ts'

/** Writes a model as `unpackModel` reads it. */
export function packModel(model: Model): Uint8Array {
  const parts: Uint8Array[] = [bytesOf(Float32Array.of(model.strictness))]
  for (const kind of TABLE_KINDS) {
    const { keys, steps } = model.tables[kind]
    parts.push(bytesOf(Int32Array.of(keys.length)), bytesOf(keys), bytesOf(steps))
  }
  for (const { base, roots, features, numbers, lefts } of [model.first, model.second]) {
    const relative = Uint8Array.from(features)
    roots.forEach((root, tree) => {
      const end = roots[tree + 1] ?? features.length
      for (let node = root; node < end; node += 1) {
        relative[node] = features[node] === LEAF ? 0 : lefts[node]! - root
      }
    })
    parts.push(
      bytesOf(Float32Array.of(base)),
      bytesOf(Int32Array.of(roots.length)),
      bytesOf(roots),
      bytesOf(Int32Array.of(features.length)),
      features,
      relative,
      bytesOf(numbers),
    )
  }
  return Buffer.concat(parts)
}

function bytesOf(array: Int32Array | Int8Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}
