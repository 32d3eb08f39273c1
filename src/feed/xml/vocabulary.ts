/** What an element says of its feed or item. */
export type Slot =
  | 'title'
  | 'summary'
  | 'content'
  | 'published'
  | 'updated'
  | 'created'
  | 'id'
  | 'author'
  | 'category'
  | 'keywords'
  | 'language'
  | 'image'

/** A slot and how well the element fills it: 0 is best; of the same rank, the first counts. */
export interface Meaning {
  slot: Slot
  rank: number
}

/** Elements by `Scope.keyOf`, plain RSS and Atom alike, best first. */
function meanings(table: Readonly<Partial<Record<Slot, string>>>): ReadonlyMap<string, Meaning> {
  const byKey = new Map<string, Meaning>()
  for (const [slot, keys] of Object.entries(table)) {
    for (const [rank, equals] of keys.split(' ').entries()) {
      for (const key of equals.split('|')) byKey.set(key, { slot: slot as Slot, rank })
    }
  }
  return byKey
}

/** Elements of an item or entry. `|` joins equals, a space parts a better from a worse one. */
export const ITEM_ELEMENTS = meanings({
  title: 'title|atom:title dc:title media:title itunes:title',
  summary:
    'description summary|atom:summary dc:description abstract|dcterms:abstract itunes:summary media:description itunes:subtitle',
  content: 'content:encoded|content|atom:content|encoded xhtml:body|body xhtml:div fullitem',
  published:
    'pubdate|published|atom:published|issued|atom:issued dcterms:issued|dcterms:available date',
  updated: 'updated|atom:updated|modified|atom:modified dcterms:modified dc:date',
  created: 'created|atom:created|dcterms:created',
  id: 'guid|id|atom:id dc:identifier|dcterms:identifier',
  author: 'author|atom:author dc:creator|dc:author|dcterms:creator itunes:author media:credit',
  category: 'category|atom:category|dc:subject|media:category|itunes:category',
  keywords: 'itunes:keywords|media:keywords',
  image: 'itunes:image image media:thumbnail',
})

/** Elements of a channel or feed. */
export const FEED_ELEMENTS = meanings({
  title: 'title|atom:title dc:title itunes:title',
  summary:
    'description|subtitle|atom:subtitle|tagline|atom:tagline dc:description itunes:summary itunes:subtitle',
  language: 'language dc:language',
  updated:
    'lastbuilddate|updated|atom:updated|modified|atom:modified dcterms:modified dc:date pubdate',
  author:
    'managingeditor|author|atom:author dc:creator|dc:author|dcterms:creator itunes:author webmaster',
  category: 'category|atom:category|dc:subject|itunes:category',
  keywords: 'itunes:keywords|media:keywords',
  image: 'image logo|atom:logo itunes:image media:thumbnail icon|atom:icon',
})

/** Elements whose inside is a text construct of Atom, also where a feed leaves the namespace out. */
export const ATOM_TEXTS: ReadonlySet<string> = new Set([
  'atom:title',
  'atom:subtitle',
  'atom:tagline',
  'atom:summary',
  'atom:content',
])

/** Elements that hold what their parent could hold itself. */
export const GROUPS: ReadonlySet<string> = new Set([
  'media:group',
  'media:content',
  'itunes:category',
  'items',
  'rdf:seq',
  'georss:where',
  'gml:point',
  'geo:point',
])
