import type { PageTree } from '../../markup/html/parse-page.ts'
import { childrenOf, type ElementNode } from '../../markup/html/tree/node.ts'
import { oneLine, shortText } from './parts.ts'

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
  for (const node of tree.nodes) {
    if (node.isText || node.name !== 'a' || isApart[node.id] === 1) continue
    const url = node.attributes['href'] ?? ''
    if (!FILE.test(url) || assets.size >= ASSETS_MAX_COUNT) continue
    const name = shortText(tree, node)
    const place = rowOf(node)
    if (!name || !place || assets.has(url)) continue
    const row = (shortText(tree, place, ROW_MAX_NODES) ?? '').replace(name, ' ')
    assets.set(url, { name, url, size: SIZE.exec(row)?.[0] ?? '', place })
  }
  return [...assets.values()]
}

/** The entry of a list or a table, or one of several like blocks, that a link stands in. */
function rowOf(link: ElementNode): ElementNode | undefined {
  let at: ElementNode | undefined = link.parent
  for (let level = 0; at && level < ROW_MAX_LEVELS; level += 1) {
    if (at.name === 'li' || at.name === 'tr') return at
    at = at.parent
  }
  at = link.parent
  for (let level = 0; at && level < ROW_MAX_LEVELS; level += 1) {
    if (at.isBlock && hasLike(at)) return at
    at = at.parent
  }
  return undefined
}

/** Whether an element has a sibling of the same name and class. */
function hasLike(element: ElementNode): boolean {
  if (!element.parent || element.name === 'p') return false
  const { name, attributes } = element
  return childrenOf(element.parent).some(
    (one) =>
      one !== element &&
      !one.isText &&
      one.name === name &&
      one.attributes['class'] === attributes['class'],
  )
}

/** The name of the file that an address leads to. */
export function fileOf(url: string): string {
  return oneLine(url.split(/[?#]/, 1)[0]!.split('/').at(-1) ?? '')
}
