import type { PageTree } from '../../markup/html/parse-page.ts'
import type { ElementNode } from '../../markup/html/tree/node.ts'
import type { MarkdownStyle } from '../engine.ts'
import { fileOf, type Asset } from './assets.ts'
import { findQuestion } from './find-question.ts'
import { findRecord, type PageRecord } from './find-record.ts'
import { shortText } from './parts.ts'
import { writeRecord } from './write-record.ts'

/** A record that was found on a page, while this is written. */
export interface PlacedRecord {
  /** What the thing is for; empty where the content says it. */
  about: string
  /** The files that the content does not list. */
  assets: readonly Asset[]
  record: PageRecord
}

/** Finds the record of a page, and takes what it states out of what is kept, which is written under the title. */
export function takeRecord(
  tree: PageTree,
  kept: Uint8Array,
  address: string,
): PlacedRecord | undefined {
  const record = findRecord(tree, address)
  if (!record) return undefined
  const { places, assets } = record
  const about = aboutIn(tree, record, kept)
  const isListedThere = isListed(tree, assets, kept)
  const rows = isListedThere ? [] : assets.map(({ place }) => placeAround(place))
  const isTaken = new Uint8Array(kept.length)
  for (const place of [...places, ...rows]) {
    isTaken.fill(1, place.id, place.isText ? place.id + 1 : place.end)
  }
  leaveHeadings(tree, kept, isTaken)
  isTaken.forEach((taken, id) => {
    if (taken === 1) kept[id] = 0
  })
  return { record, about, assets: isListedThere ? [] : assets }
}

/** Finds the question that posts answer. */
export function takeQuestion(tree: PageTree, title: string): PlacedRecord | undefined {
  const record = findQuestion(tree, title)
  return record && { record, about: '', assets: [] }
}

function aboutIn(
  { nodes }: PageTree,
  { about, tagline = '' }: PageRecord,
  kept: Uint8Array,
): string {
  if (!about || tagline !== '') return tagline
  const isKept = nodes.slice(about.id, about.end).some(({ isText, id }) => isText && kept[id] === 1)
  return isKept ? '' : (shortText({ nodes }, about) ?? '')
}

/** Leaves out headings under which all that is kept is taken. */
function leaveHeadings({ nodes }: PageTree, kept: Uint8Array, isTaken: Uint8Array): void {
  let heading: ElementNode | undefined
  let hasTaken = false
  let hasOther = false
  const settle = (): void => {
    if (heading && hasTaken && !hasOther) isTaken.fill(1, heading.id, heading.end)
  }
  for (const node of nodes) {
    if (!node.isText && /^h[2-6]$/.test(node.name)) {
      // A heading of a higher number belongs to the one above.
      if (heading && node.name > heading.name) hasOther = true
      settle()
      heading = node
      hasTaken = hasOther = false
    } else if (node.isText && heading && node.id >= heading.end && /\S/.test(node.data)) {
      if (isTaken[node.id] === 1) hasTaken = true
      else if (kept[node.id] === 1) hasOther = true
    }
  }
  settle()
}

/** Notes, by id, that the nodes which hold what the record states are written. */
export function markPlaces({ record, assets }: PlacedRecord, written: Uint8Array): void {
  for (const place of [...record.places, ...assets.map((asset) => asset.place)]) {
    written.fill(1, place.id, place.isText ? place.id + 1 : place.end)
  }
}

/** Whether the content lists all files, each as an entry with a link. */
function isListed({ nodes }: PageTree, assets: readonly Asset[], kept: Uint8Array): boolean {
  return assets.every(({ place, name }) => {
    if (place.name !== 'li') return false
    for (let id = place.id; id < place.end; id += 1) {
      const node = nodes[id]!
      if (node.isText && kept[id] === 1 && name.startsWith(node.data.trim().slice(0, 10)))
        return true
    }
    return false
  })
}

/** The table of a row; it shows nothing else. */
function placeAround(place: ElementNode): ElementNode {
  if (place.name !== 'tr') return place
  let at = place
  while (at.parent && at.name !== 'table') at = at.parent
  return at.name === 'table' ? at : place
}

/** Writes the record of a page into its content. */
export function placeRecord(
  tree: PageTree,
  { record, about, assets }: PlacedRecord,
  markdown: string,
  baseUrl: string,
  style: MarkdownStyle,
): string {
  const named = assets.map((asset) => ({
    ...asset,
    name: /^download/i.test(asset.name) ? fileOf(asset.url) : asset.name,
  }))
  return writeRecord(tree, { ...record, about, assets: named }, markdown, baseUrl, style)
}
