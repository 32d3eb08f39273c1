import { contentOf, type PdfObjects, resourcesOf } from '../file/pdf-objects.ts'
import { type Dictionary, Name } from '../file/pdf-values.ts'

/** Shortest side, in points of colour, of a picture that may say something: smaller ones are bullets, rules and patterns. */
const SIDE_MIN_PX = 48
/** Names of one page that are looked at, and forms in forms. */
const NAMES_MAX_COUNT = 2_000
const FORMS_MAX_DEPTH = 4
const DRAWN = /\/([^\s<>[\](){}/%]+)\s+Do\b/g

/** How many pictures the page with this object number draws; pdf.js is told to leave them out, and so does not tell. */
export function countPictures(objects: PdfObjects, number: number): number {
  // Pictures are streams, which are never packed into others.
  if (!objects.mentions('Image')) return 0
  const page = objects.isReadable ? objects.dictionary(objects.object(number)?.value) : undefined
  if (!page) return 0
  const counter = new PictureCounter(objects)
  const named = counter.named(resourcesOf(objects, page))
  if (named.size === 0) return 0
  // Pages may share a list of all pictures of the document.
  const content = Buffer.from(contentOf(objects, page)).toString('latin1')
  const drawn = new Set(Array.from(content.matchAll(DRAWN), ([, name = '']) => name))
  return [...named].reduce((sum, [name, count]) => sum + (drawn.has(name) ? count : 0), 0)
}

class PictureCounter {
  readonly #objects: PdfObjects
  #namesLeft = NAMES_MAX_COUNT

  constructor(objects: PdfObjects) {
    this.#objects = objects
  }

  /** Names of resources that are pictures or forms with pictures, with how many these are. */
  named(resources: Dictionary | undefined, depth = 0): Map<string, number> {
    const found = new Map<string, number>()
    for (const [name, value] of this.#objects.dictionary(resources?.get('XObject')) ?? []) {
      this.#namesLeft -= 1
      if (this.#namesLeft < 0) break
      const dictionary = this.#objects.dictionary(value)
      const count = dictionary ? this.#countIn(dictionary, depth) : 0
      if (count > 0) found.set(name, count)
    }
    return found
  }

  #countIn(dictionary: Dictionary, depth: number): number {
    const kind = dictionary.get('Subtype')
    if (!(kind instanceof Name)) return 0
    if (kind.name === 'Image') return this.#isLarge(dictionary) ? 1 : 0
    if (kind.name !== 'Form' || depth >= FORMS_MAX_DEPTH) return 0
    const inner = this.named(this.#objects.dictionary(dictionary.get('Resources')), depth + 1)
    return [...inner.values()].reduce((sum, count) => sum + count, 0)
  }

  #isLarge(dictionary: Dictionary): boolean {
    return ['Width', 'Height'].every((side) => {
      const length = this.#objects.resolve(dictionary.get(side))?.value
      return typeof length === 'number' && length >= SIDE_MIN_PX
    })
  }
}
