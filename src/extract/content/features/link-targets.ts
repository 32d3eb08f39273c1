import type { PageTree } from '../../../markup/html/parse-page.ts'

/** Longer addresses are cut. */
const ADDRESS_MAX_CHARS = 300
/** Words, or digits, of a last part of a path from which on it names one thing rather than a kind. */
const SLUG_MIN_WORDS = 3
const NUMBER_MIN_DIGITS = 4

/** Sums over all nodes before each one: what lies in an element is the difference between its end and its beginning. */
export interface LinkTargets {
  /** Links to somewhere else than this page. */
  links: Float32Array
  /** How alike their addresses are to that of the page, from 0 to 1 each. */
  kin: Float32Array
  /** Those to addresses below that of the page. */
  below: Float32Array
  /** Those to other hosts. */
  abroad: Float32Array
  /** Links within the page. */
  within: Float32Array
}

/** Numbers that `linkFigures` writes. */
export const LINK_FIGURES_COUNT = 4

/** Reads where the links of a page lead. */
export function readLinkTargets({ nodes }: PageTree, address: string): LinkTargets {
  const size = nodes.length + 1
  const targets = {
    links: new Float32Array(size),
    kin: new Float32Array(size),
    below: new Float32Array(size),
    abroad: new Float32Array(size),
    within: new Float32Array(size),
  }
  const page = placeOf(address)
  let [links, kin, below, abroad, within] = [0, 0, 0, 0, 0]
  for (let id = 0; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (!node.isText && node.name === 'a' && node.attributes['href'] !== undefined) {
      const href = node.attributes['href'].slice(0, ADDRESS_MAX_CHARS).trim()
      if (href.startsWith('#')) within += 1
      else if (/^(?:https?:)?\/\/|^(?![a-z]+:)/i.test(href)) {
        const target = placeOf(href, page)
        links += 1
        if (target.host !== page.host) abroad += 1
        else if (target.path === page.path && target.query === page.query) {
          links -= 1
          within += 1
        } else {
          kin += likeness(target, page)
          if (target.path !== page.path && target.path.startsWith(page.path)) below += 1
        }
      }
    }
    targets.links[id + 1] = links
    targets.kin[id + 1] = kin
    targets.below[id + 1] = below
    targets.abroad[id + 1] = abroad
    targets.within[id + 1] = within
  }
  return targets
}

/** Writes what the links between two nodes lead to, from `at` on: -1 where there are none. */
export function linkFigures(
  { links, kin, below, abroad, within }: LinkTargets,
  from: number,
  to: number,
  out: Float32Array,
  at: number,
): void {
  const count = links[to]! - links[from]!
  const inside = within[to]! - within[from]!
  out[at] = count === 0 ? -1 : (kin[to]! - kin[from]!) / count
  out[at + 1] = count === 0 ? -1 : (below[to]! - below[from]!) / count
  out[at + 2] = count === 0 ? -1 : (abroad[to]! - abroad[from]!) / count
  out[at + 3] = count + inside === 0 ? -1 : inside / (count + inside)
}

/** Where an address leads: its host, its path without what is last, and what that looks like. */
interface Place {
  host: string
  /** Ends without a slash. */
  path: string
  query: string
  folder: string
  depth: number
  isSlug: boolean
  isNumbered: boolean
}

function placeOf(address: string, base?: Place): Place {
  const whole = /^(?:https?:)?\/\/(?:www\.)?([^/?#]*)(.*)$/is.exec(address)
  const host = whole ? whole[1]!.toLowerCase() : (base?.host ?? '')
  const rest = (whole ? whole[2]! : address).replace(/#.*$/s, '')
  const mark = rest.indexOf('?')
  const query = mark < 0 ? '' : rest.slice(mark)
  let path = mark < 0 ? rest : rest.slice(0, mark)
  if (!whole && path === '') path = base?.path ?? ''
  else if (!whole && !path.startsWith('/'))
    path = `${base?.folder ?? ''}/${path.replace(/^(?:\.\.?\/)+/, '')}`
  path = path.replace(/\/+$/, '')
  const slash = path.lastIndexOf('/')
  const last = path.slice(slash + 1)
  return {
    host,
    path,
    query,
    folder: slash < 0 ? '' : path.slice(0, slash),
    depth: path.split('/').length,
    isSlug: last.split(/[-_+]|%20/).length >= SLUG_MIN_WORDS,
    isNumbered: last.replaceAll(/\D/g, '').length >= NUMBER_MIN_DIGITS,
  }
}

/** How alike the addresses of two pages of one host are. */
function likeness(one: Place, other: Place): number {
  if (one.path === other.path) return 1
  const isSame =
    one.folder === other.folder ||
    one.folder.replaceAll(/\d/g, '0') === other.folder.replaceAll(/\d/g, '0')
  const isAlike = one.isSlug === other.isSlug && one.isNumbered === other.isNumbered
  return (Number(one.depth === other.depth) + Number(isSame) + Number(isAlike)) / 3
}
