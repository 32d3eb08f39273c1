import type { Attributes } from '../tokens/attributes.ts'
import { LATE_SETS, LATE_SOURCES } from '../tokens/script-attributes.ts'
import type { ElementNode } from './node.ts'

const SETS = ['srcset', ...LATE_SETS]
/** Images that stand in for one that is loaded later. */
const PLACEHOLDER =
  /(?:^|[/_-])(?:blank|spacer|placeholder|pixel|transparent|1x1|empty|lazy(?:load)?|loading|loader|grey|gray)[\w-]{0,20}\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)/i
/** Wider ones of a set are for large screens. */
const WIDTH_MAX_PIXELS = 2000
/** What `2x` of a set is worth in pixels, so that both kinds of size compare. */
const PIXELS_OF_DENSITY = 800
const SOURCES_MAX_COUNT = 20
const CANDIDATES_MAX_COUNT = 50
/** Images of this size count readers. */
const BEACON_MAX_PIXELS = 2

/** The address of the picture that an image shows, also of one that is loaded late or chosen from a set; empty for none. */
export function pictureSource(image: ElementNode): string {
  return isBeacon(image.attributes) ? '' : sourceOf(image)
}

function isBeacon({ width, height }: Attributes): boolean {
  const isTiny = (size: string | undefined): boolean =>
    size !== undefined &&
    /^\d+(?:px)?$/.test(size) &&
    Number.parseInt(size, 10) <= BEACON_MAX_PIXELS
  return isTiny(width) && isTiny(height)
}

function sourceOf({ attributes, parent }: ElementNode): string {
  for (const name of LATE_SOURCES) {
    const source = usable(attributes[name])
    if (source !== '') return source
  }
  const source = usable(attributes['src'])
  return source || bestOfSets(attributes) || (parent?.name === 'picture' ? setSource(parent) : '')
}

function setSource(picture: ElementNode): string {
  let count = 0
  for (let node = picture.first; node && count < SOURCES_MAX_COUNT; node = node.next) {
    count += 1
    if (node.isText || node.name !== 'source') continue
    const source = bestOfSets(node.attributes)
    if (source !== '') return source
  }
  return ''
}

function usable(source: string | undefined): string {
  const address = (source ?? '').trim()
  const isUsed =
    address !== '' && !/^(?:data|blob|about):/i.test(address) && !PLACEHOLDER.test(address)
  return isUsed ? address : ''
}

function bestOfSets(attributes: Attributes): string {
  for (const name of SETS) {
    const source = bestOfSet(attributes[name] ?? '')
    if (source !== '') return source
  }
  return ''
}

/** The widest candidate of a set (HTML standard, 4.8.4.2.1) that is not wider than any text needs. */
function bestOfSet(set: string): string {
  let best = ''
  let bestSize = -1
  let at = 0
  for (let count = 0; at < set.length && count < CANDIDATES_MAX_COUNT; count += 1) {
    while (/[\s,]/.test(set.charAt(at))) at += 1
    let end = at
    while (end < set.length && !/\s/.test(set.charAt(end))) end += 1
    const written = set.slice(at, end)
    const address = written.replace(/,+$/, '')
    // A comma at its end means that no size follows.
    const comma = written === address ? set.indexOf(',', end) : end
    at = comma === -1 ? set.length : comma
    const size = written === address ? sizeOf(set.slice(end, at).trim()) : PIXELS_OF_DENSITY
    const source = usable(address)
    if (source !== '' && size > bestSize && (size <= WIDTH_MAX_PIXELS || best === '')) {
      best = source
      bestSize = size
    }
  }
  return best
}

function sizeOf(descriptor: string): number {
  const size = Number.parseFloat(descriptor)
  if (!Number.isFinite(size)) return PIXELS_OF_DENSITY
  return descriptor.endsWith('x') ? size * PIXELS_OF_DENSITY : size
}
