import type { Enclosure } from '../feed.ts'
import { readDuration } from '../item-extras.ts'

/** The attributes of an element, as they are written. */
export type Attributes = ReadonlyMap<string, string>

/** What `isPermaLink` of an identity says, whatever case it is written in; empty where it says nothing. */
export function permalinkOf(attributes: Attributes): string {
  for (const [name, value] of attributes) {
    if (name.toLowerCase() === 'ispermalink') return value.trim().toLowerCase()
  }
  return ''
}

/** A file of an item, with what its element says of it. */
export function enclosureOf(url: string, attributes: Attributes): Enclosure {
  const type = (attributes.get('type') ?? '').trim().toLowerCase().slice(0, 100)
  const length = Number((attributes.get('length') ?? attributes.get('fileSize') ?? '').trim())
  const duration = readDuration(attributes.get('duration') ?? '')
  return {
    url,
    ...(type === '' ? {} : { type }),
    ...(Number.isSafeInteger(length) && length > 0 ? { length } : {}),
    ...(duration === undefined ? {} : { duration }),
  }
}

/** The version of RSS that the namespaces of an RDF document name. */
export function rdfVersion(attributes: Attributes): string {
  const names = [...attributes.values()].join(' ').toLowerCase()
  return names.includes('netscape.com/rdf/simple/0.9') ? '0.90' : '1.0'
}

/** The version of Atom: as it is stated, or as the namespaces name it. */
export function atomVersion(version: string, attributes: Attributes): string {
  if (version !== '') return version
  const names = [...attributes.values()].join(' ').toLowerCase()
  return names.includes('purl.org/atom/ns') ? '0.3' : '1.0'
}
