/** The vocabularies that are understood, by the short name that element keys begin with. */
export type Vocabulary =
  | ''
  | 'atom'
  | 'content'
  | 'dc'
  | 'dcterms'
  | 'itunes'
  | 'feedburner'
  | 'geo'
  | 'georss'
  | 'gml'
  | 'media'
  | 'podcast'
  | 'rdf'
  | 'xhtml'
  | 'xml'
  | 'unknown'

/** Namespace names, lower case and without a `/` or `#` at the end: feeds disagree on both. */
const NAMES: ReadonlyMap<string, Vocabulary> = new Map<string, Vocabulary>([
  ['', ''],
  ['http://purl.org/rss/1.0', ''],
  ['http://purl.org/net/rss1.1', ''],
  ['http://my.netscape.com/rdf/simple/0.9', ''],
  ['http://channel.netscape.com/rdf/simple/0.9', ''],
  ['http://my.netscape.com/publish/formats/rss-0.91.dtd', ''],
  ['http://backend.userland.com/rss', ''],
  ['http://backend.userland.com/rss2', ''],
  ['http://backend.userland.com/rss091', ''],
  ['http://blogs.law.harvard.edu/tech/rss', ''],
  ['http://cyber.law.harvard.edu/rss', ''],
  ['http://www.rssboard.org/rss-specification', ''],
  ['http://www.w3.org/2005/atom', 'atom'],
  ['https://www.w3.org/2005/atom', 'atom'],
  ['http://purl.org/atom/ns', 'atom'],
  ['http://purl.org/atom/app', 'atom'],
  ['http://purl.org/echo', 'atom'],
  ['http://purl.org/pie', 'atom'],
  ['http://example.com/newformat', 'atom'],
  ['http://example.com/necho', 'atom'],
  ['uri/of/echo/namespace', 'atom'],
  ['http://purl.org/rss/1.0/modules/content', 'content'],
  ['http://purl.org/dc/elements/1.0', 'dc'],
  ['http://purl.org/dc/elements/1.1', 'dc'],
  ['http://purl.org/dc/terms', 'dcterms'],
  ['http://www.itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['http://example.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['http://www.google.com/schemas/play-podcasts/1.0', 'itunes'],
  ['http://rssnamespace.org/feedburner/ext/1.0', 'feedburner'],
  ['http://www.pheedo.com/namespace/pheedo', 'feedburner'],
  ['https://podcastindex.org/namespace/1.0', 'podcast'],
  ['http://podcastindex.org/namespace/1.0', 'podcast'],
  ['https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md', 'podcast'],
  ['http://www.rssboard.org/media-rss', 'media'],
  ['http://search.yahoo.com/mrss', 'media'],
  ['http://tools.search.yahoo.com/mrss', 'media'],
  ['http://video.search.yahoo.com/mrss', 'media'],
  ['http://api.search.yahoo.com/mrss', 'media'],
  ['http://www.georss.org/georss', 'georss'],
  ['http://www.opengis.net/gml', 'gml'],
  ['http://www.w3.org/2003/01/geo/wgs84_pos', 'geo'],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns', 'rdf'],
  ['http://www.w3.org/1999/xhtml', 'xhtml'],
  ['http://www.w3.org/xml/1998/namespace', 'xml'],
])

/** Prefixes that many feeds use without declaring them. */
const CUSTOMARY: ReadonlyMap<string, Vocabulary> = new Map<string, Vocabulary>([
  ['', ''],
  ['atom', 'atom'],
  ['atom10', 'atom'],
  ['a10', 'atom'],
  ['content', 'content'],
  ['dc', 'dc'],
  ['dcterms', 'dcterms'],
  ['feedburner', 'feedburner'],
  ['geo', 'geo'],
  ['georss', 'georss'],
  ['gml', 'gml'],
  ['itunes', 'itunes'],
  ['media', 'media'],
  ['podcast', 'podcast'],
  ['rdf', 'rdf'],
  ['xhtml', 'xhtml'],
  ['xml', 'xml'],
])

/** Tags whose key a scope remembers; feeds have some dozens. */
const REMEMBERED_KEYS_MAX_COUNT = 500

/** The vocabulary of a namespace name. */
export function vocabularyOf(name: string): Vocabulary {
  return NAMES.get(name.trim().toLowerCase().replace(/[/#]$/, '')) ?? 'unknown'
}

/** The prefixes in force in one element and what is inside of it, unless declared anew. */
export class Scope {
  readonly #declared: ReadonlyMap<string, Vocabulary>
  readonly #outer: Scope | undefined
  readonly #keys = new Map<string, string>()

  constructor(declared: ReadonlyMap<string, Vocabulary> = CUSTOMARY, outer?: Scope) {
    this.#declared = declared
    this.#outer = outer
  }

  /** The scope inside of an element: this one with the declarations among the attributes of its start tag. */
  within(attributes: ReadonlyMap<string, string>): Scope {
    const declared = new Map<string, Vocabulary>()
    for (const [name, value] of attributes) {
      if (name === 'xmlns') declared.set('', vocabularyOf(value))
      else if (name.startsWith('xmlns:')) declared.set(name.slice(6), vocabularyOf(value))
    }
    return declared.size === 0 ? this : new Scope(declared, this)
  }

  /** Vocabulary and local name of an element, lower case: `dc:date`; the name alone for plain RSS. */
  keyOf(tag: string): string {
    const known = this.#keys.get(tag)
    if (known !== undefined) return known
    const colon = tag.indexOf(':')
    const vocabulary = this.#vocabularyOf(colon === -1 ? '' : tag.slice(0, colon))
    const name = tag.slice(colon + 1).toLowerCase()
    const key = vocabulary === '' ? name : `${vocabulary}:${name}`
    if (this.#keys.size < REMEMBERED_KEYS_MAX_COUNT) this.#keys.set(tag, key)
    return key
  }

  #vocabularyOf(prefix: string): Vocabulary {
    let vocabulary = this.#declared.get(prefix)
    for (let outer = this.#outer; vocabulary === undefined && outer; outer = outer.#outer) {
      vocabulary = outer.#declared.get(prefix)
    }
    return vocabulary ?? 'unknown'
  }
}
