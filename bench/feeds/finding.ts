import { decodeXml } from '../../src/lib/decode.ts'
import { callWith } from '../../test/support/call.ts'
import { encodeLegacy } from '../../test/support/encode-legacy.ts'
import { HELD_SITES } from '../../test/support/feed-sites/held.ts'
import { KNOWN_SITES } from '../../test/support/feed-sites/known.ts'
import type { FeedSite } from '../../test/support/feed-sites/site.ts'
import { HELD_TEXTS, KNOWN_TEXTS, type LegacyText } from '../../test/support/legacy-texts.ts'
import { type Page, startPageServer } from '../../test/support/page-server.ts'
import { rssToJson } from '../../tools/web/rss-to-json.ts'

/** How many of a set were right, and the names of those that were not. */
export interface Outcome {
  set: string
  right: number
  all: number
  wrong: string[]
}

/** Whether the feed of each site is found, by a local server, in the set that was known while discovery was made and in the other. */
export async function scoreDiscovery(): Promise<Outcome[]> {
  const pages: Record<string, Page> = {}
  await using server = await startPageServer(pages)
  const caller = callWith()
  try {
    const find = async ({ at }: FeedSite): Promise<string | null> => {
      try {
        const found = await caller.call(rssToJson, { url: server.origin + at })
        return String(found['feedUrl']).slice(server.origin.length)
      } catch {
        return null
      }
    }
    const scored: Outcome[] = []
    for (const [set, sites] of [
      ['known', KNOWN_SITES],
      ['held back', HELD_SITES],
    ] as const) {
      const wrong: string[] = []
      for (const site of sites) {
        for (const path of Object.keys(pages)) delete pages[path]
        Object.assign(pages, site.pages)
        const found = await find(site)
        if (found !== site.feed) wrong.push(`${site.name} (${found ?? 'none'})`)
      }
      scored.push({ set, right: sites.length - wrong.length, all: sites.length, wrong })
    }
    return scored
  } finally {
    await caller.close()
  }
}

/** Whether titles and texts of feeds without any declaration are read in their encoding. */
export function scoreEncodings(): Outcome[] {
  const isRight = ({ encoding, title, text }: LegacyText): boolean => {
    const bytes = Buffer.concat([
      Buffer.from('<rss><channel><item><title>'),
      encodeLegacy(title, encoding),
      Buffer.from('</title><description>'),
      encodeLegacy(text, encoding),
      Buffer.from('</description></item></channel></rss>'),
    ])
    const read = decodeXml(bytes, 'application/rss+xml')
    return read.includes(title) && read.includes(text)
  }
  return (
    [
      ['known', KNOWN_TEXTS],
      ['held back', HELD_TEXTS],
    ] as const
  ).map(([set, texts]) => {
    const wrong = texts.filter((text) => !isRight(text)).map(({ encoding }) => encoding)
    return { set, right: texts.length - wrong.length, all: texts.length, wrong }
  })
}
