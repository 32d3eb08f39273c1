import type { LinkTag } from './page-scan.ts'
import { Region } from './regions.ts'
import { equivalents, HINT_MAX_CHARS, ofOthers } from './scan-rules.ts'

const META_MAX_COUNT = 600
const META_VALUE_MAX_CHARS = 4096
const LINK_MAX_COUNT = 400
const JSON_LD_BLOCK_MAX_CHARS = 1_000_000
const JSON_LD_TOTAL_MAX_CHARS = 2_000_000
const JSON_LD_MAX_COUNT = 60

type Attributes = Readonly<Record<string, string>>

/** What a page states for programs: metas, links and linked data, wherever they stand. Every list is capped. */
export class HeadTags {
  base = ''
  refresh = ''
  readonly metas = new Map<string, string[]>()
  readonly links: LinkTag[] = []
  readonly jsonLd: string[] = []
  private metaCount = 0
  private jsonLdChars = 0

  /** Notes a meta of a part of the page; returns its value, empty when it has none. */
  meta(attributes: Attributes, region: number): string {
    const value = attributes['content'] ?? attributes['value'] ?? ''
    if (value === '' || (region & Region.raw) !== 0) return ''
    const itemprop = (region & ofOthers) === 0 ? (attributes['itemprop'] ?? '') : ''
    const names = `${attributes['property'] ?? ''} ${attributes['name'] ?? ''} ${itemprop}`
    for (const name of names.slice(0, HINT_MAX_CHARS).split(/\s+/)) {
      if (name === '' || this.metaCount >= META_MAX_COUNT) continue
      // Dublin Core is written with a dot or with a colon.
      const key = name.toLowerCase().replace(/^(dc|dcterms?):/, '$1.')
      const values = this.metas.get(key)
      this.metaCount += 1
      if (values === undefined) this.metas.set(key, [value.slice(0, META_VALUE_MAX_CHARS)])
      else values.push(value.slice(0, META_VALUE_MAX_CHARS))
    }
    this.equivalent(attributes, value, region)
    return value
  }

  private equivalent(attributes: Attributes, value: string, region: number): void {
    const equivalent = attributes['http-equiv']?.toLowerCase()
    if (equivalent !== undefined && equivalents.has(equivalent) && !this.metas.has(equivalent)) {
      this.metas.set(equivalent, [value.slice(0, HINT_MAX_CHARS)])
    } else if (equivalent === 'refresh' && (region & Region.noscript) === 0) {
      this.refresh ||= value
    }
  }

  link(attributes: Attributes, region: number): void {
    const { rel, href } = attributes
    if (rel === undefined || href === undefined || this.links.length >= LINK_MAX_COUNT) return
    if ((region & Region.raw) !== 0) return
    if (/^(?:stylesheet|preload)/.test(rel)) return
    this.links.push({
      rel: rel.slice(0, HINT_MAX_CHARS).toLowerCase().split(/\s+/),
      href: href.slice(0, META_VALUE_MAX_CHARS),
      type: attributes['type'] ?? '',
      sizes: attributes['sizes'] ?? '',
      media: attributes['media'] ?? '',
    })
  }

  /** Characters that may be read of a script; 0 for one that holds no linked data, or too much. */
  roomFor(attributes: Attributes): number {
    if (attributes['type']?.toLowerCase().includes('ld+json') !== true) return 0
    if (this.jsonLd.length >= JSON_LD_MAX_COUNT) return 0
    return Math.max(
      0,
      Math.min(JSON_LD_TOTAL_MAX_CHARS - this.jsonLdChars, JSON_LD_BLOCK_MAX_CHARS),
    )
  }

  addJsonLd(text: string): void {
    this.jsonLdChars += text.length
    this.jsonLd.push(text)
  }
}
