import type { PageTree } from '../../markup/html/parse-page.ts'
import { childrenOf, type ElementNode } from '../../markup/html/tree/node.ts'
import { oneLine } from '../page-info/plain-text.ts'
import { shortText } from './parts.ts'

/** A file of a release. */
export interface Asset {
  name: string
  url: string
  /** As the page writes it; empty where it does not. */
  size: string
  /** The entry that holds it. */
  place: ElementNode
}

const ROW_MAX_NODES = 80
const ROW_MAX_LEVELS = 6
const ASSETS_MAX_COUNT = 200
const FILE =
  /\.(?:tar(?:\.\w{1,4})?|tgz|tbz2?|txz|zip|gz|xz|bz2|zst|7z|exe|msix?|dmg|pkg|deb|rpm|apk|appimage|jar|war|whl|gem|crate|nupkg|vsix|iso|img|asc|sig|sha\d+|sha\d+sums?|txt|snap|flatpak|xpi|json|sbom)(?:$|[?#])/i
const SIZE = /(?<![\w.])\d+(?:[.,]\d+)?\s?(?:bytes|[KMGT]i?B|[kKMGT]o)(?![\w])/

/** Whether an address leads to a file to load. */
export function isFile(address: string): boolean {
  return FILE.test(address)
}

/** Finds links to files that stand as entries of a list or a table, wherever `isApart` is not 1. */
export function findAssets(tree: PageTree, isApart: Uint8Array): Asset[] {
  const assets = new Map<string, Asset>()
  const known = new Map<ElementNode, Alike>()
  for (const node of tree.nodes) {
    if (node.isText || node.name !== 'a' || isApart[node.id] === 1) continue
    const url = node.attributes['href'] ?? ''
    if (!FILE.test(url) || assets.size >= ASSETS_MAX_COUNT) continue
    const name = shortText(tree, node)
    const place = rowOf(node, known)
    if (!name || !place || assets.has(url)) continue
    const row = (shortText(tree, place, ROW_MAX_NODES) ?? '').replace(name, ' ')
    assets.set(url, { name, url, size: SIZE.exec(row)?.[0] ?? '', place })
  }
  return [...assets.values()]
}

/** The entry of a list or a table, or one of several like blocks, that a link stands in. */
function rowOf(link: ElementNode, known: Map<ElementNode, Alike>): ElementNode | undefined {
  let at: ElementNode | undefined = link.parent
  for (let level = 0; at && level < ROW_MAX_LEVELS; level += 1) {
    if (at.name === 'li' || at.name === 'tr') return at
    at = at.parent
  }
  at = link.parent
  for (let level = 0; at && level < ROW_MAX_LEVELS; level += 1) {
    if (at.isBlock && hasLike(at, known)) return at
    at = at.parent
  }
  return undefined
}

/** How many children of an element are of each name and class. */
type Alike = ReadonlyMap<string, number>

/** Whether an element has a sibling of the same name and class; the children of each parent are counted once, in `known`. */
function hasLike(element: ElementNode, known: Map<ElementNode, Alike>): boolean {
  const { parent } = element
  if (!parent || element.name === 'p') return false
  let alike = known.get(parent)
  if (!alike) known.set(parent, (alike = countAlike(parent)))
  return alike.get(kindOf(element))! > 1
}

function countAlike(parent: ElementNode): Alike {
  const counts = new Map<string, number>()
  for (const child of childrenOf(parent)) {
    if (!child.isText) counts.set(kindOf(child), (counts.get(kindOf(child)) ?? 0) + 1)
  }
  return counts
}

function kindOf({ name, attributes }: ElementNode): string {
  return attributes['class'] === undefined ? name : `${name} ${attributes['class']}`
}

/** The name of the file that an address leads to. */
export function fileOf(url: string): string {
  return oneLine(url.split(/[?#]/, 1)[0]!.split('/').at(-1) ?? '')
}
