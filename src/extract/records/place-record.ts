import type { PageTree } from '../../markup/html/parse-page.ts'
import type { MarkdownStyle } from '../engine.ts'
import { fileOf, type Asset } from './assets.ts'
import { findRecord, type PageRecord } from './find-record.ts'
import { writeRecord } from './write-record.ts'

/** A record that was found on a page, while this is written. */
export interface PlacedRecord {
  /** The files that the content does not list. */
  assets: readonly Asset[]
  record: PageRecord
}

/** Finds the record of a page, and takes what it states out of what is kept, which is written under the title. */
export function takeRecord(tree: PageTree, kept: Uint8Array): PlacedRecord | undefined {
  const record = findRecord(tree)
  if (!record) return undefined
  const { places, assets } = record
  for (const place of places) kept.fill(0, place.id, place.isText ? place.id + 1 : place.end)
  if (isListed(tree, assets, kept)) return { record, assets: [] }
  for (const { place } of assets) {
    const around = place.name === 'tr' ? tableAround(place) : place
    kept.fill(0, around.id, around.end)
  }
  return { record, assets }
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
      if (node.isText && kept[id] === 1 && name.startsWith(node.data.trim().slice(0, 10))) return true
    }
    return false
  })
}

function tableAround(row: Asset['place']): Asset['place'] {
  let at = row
  while (at.parent && at.name !== 'table') at = at.parent
  return at.name === 'table' ? at : row
}

/** Writes the record of a page into its content. */
export function placeRecord(
  tree: PageTree,
  { record, assets }: PlacedRecord,
  markdown: string,
  baseUrl: string,
  style: MarkdownStyle,
): string {
  const named = assets.map((asset) => ({
    ...asset,
    name: /^download/i.test(asset.name) ? fileOf(asset.url) : asset.name,
  }))
  return writeRecord(tree, record, named, markdown, baseUrl, style)
}
