import type { PdfObjects } from './pdf-objects.ts'
import type { Dictionary } from './pdf-values.ts'

const PARENTS_MAX_COUNT = 64

/** The drawing operators of a page, all its streams in one. */
export function contentOf(objects: PdfObjects, page: Dictionary): Uint8Array {
  const contents = objects.resolve(page.get('Contents'))
  if (contents?.stream) return contents.stream
  const streams = Array.isArray(contents?.value) ? contents.value : []
  const parts = streams.map((value) => objects.resolve(value)?.stream ?? new Uint8Array())
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]))
}

/** What the operators of a page name: fonts, forms, pictures; perhaps given by a node above it. */
export function resourcesOf(objects: PdfObjects, page: Dictionary): Dictionary | undefined {
  let holder: Dictionary | undefined = page
  for (let depth = 0; holder && depth < PARENTS_MAX_COUNT; depth += 1) {
    const resources = objects.dictionary(holder.get('Resources'))
    if (resources) return resources
    holder = objects.dictionary(holder.get('Parent'))
  }
  return undefined
}
