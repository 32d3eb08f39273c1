import { isUtf8 } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import { OperationError } from '../contract/errors.ts'
import { WESTERN } from '../lib/decode-mixed.ts'
import { decodeXml } from '../lib/decode.ts'
import { discoverFeeds } from './discover.ts'
import type { FeedFacts, ReadFeed } from './feed.ts'
import { readJsonFeed } from './json-feed.ts'
import { FEED_MAX_BYTES } from './limits.ts'
import { type SelectedItems, type Selection, selectItems } from './selection.ts'
import { usualFeeds } from './usual-addresses.ts'
import { readXmlFeed } from './xml/xml-feed.ts'

/** What the sandbox needs to read one fetched feed. */
export interface FeedJobInput extends Selection {
  /** Address of the last hop. */
  url: string
  /** Value of the Content-Type header, empty when there was none. */
  contentType: string
  bytes: Uint8Array
  /** Value of the Link header, where there was one. */
  link?: string | undefined
  /** Whether the items are wanted with `contentHtml`. */
  content: boolean
}

/** The feed and the wanted items of it; or, of a web page, the addresses of the feeds it names, and where others usually are. */
export type FeedJobOutput =
  | ({ kind: 'feed'; facts: FeedFacts; leftOut: number } & SelectedItems)
  | { kind: 'page'; feeds: string[]; usual: string[] }

// oxlint-disable-next-line no-control-regex -- they are the subject.
const C1 = /[\u0080-\u009f]/g

/** First byte of a C1 control in UTF-8, and the last of its second bytes. */
const C1_LEAD = 0xc2
const C1_LAST = 0x9f

/**
 * Reads a feed of any format, regardless of its Content-Type, also in a gzip file. Throws `too_large` for a
 * gzip file over `FEED_MAX_BYTES`, `unparsable` for broken JSON or gzip, `invalid_input` for a position that
 * is gone.
 */
export async function feedJob(input: FeedJobInput): Promise<FeedJobOutput> {
  const { url, contentType, bytes, link, content } = input
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  const source = readText(isPacked ? unpack(bytes) : bytes, contentType)
  const feed = readFeed(source, url)
  if (!feed) {
    return { kind: 'page', feeds: discoverFeeds(source, url, link), usual: usualFeeds(source, url) }
  }
  return {
    kind: 'feed',
    facts: feed.facts,
    leftOut: feed.leftOut,
    ...selectItems(feed.items, input, content),
  }
}

function readText(bytes: Uint8Array, contentType: string): string {
  const text = decodeXml(bytes, contentType)
  return mayHoldControls(bytes) ? repairControls(text) : text
}

function readFeed(source: string, url: string): ReadFeed | undefined {
  if (/^\s*\{/.test(source)) return readJsonFeed(parseJson(source), url)
  return readXmlFeed(source, url)
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (thrown) {
    throw new OperationError('unparsable', 'The feed is no valid JSON.', {
      hint: 'The feed is damaged. Do not repeat the call; look for another feed of the site.',
      cause: thrown,
    })
  }
}

function unpack(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: FEED_MAX_BYTES })
  } catch (thrown) {
    if (
      thrown instanceof RangeError &&
      'code' in thrown &&
      thrown.code === 'ERR_BUFFER_TOO_LARGE'
    ) {
      throw new OperationError('too_large', 'The unpacked feed is too large.', {
        hint: `At most ${FEED_MAX_BYTES} bytes are read. Look for a shorter feed of the site.`,
        fields: { maxBytes: FEED_MAX_BYTES },
        cause: thrown,
      })
    }
    throw new OperationError('unparsable', 'The gzip file is damaged.', {
      hint: 'Do not repeat the call; try the address without .gz, or another feed of the site.',
      cause: thrown,
    })
  }
}

/** Whether bytes of UTF-8 may hold C1 controls; quick, since hardly any text does. */
function mayHoldControls(bytes: Uint8Array): boolean {
  if (!isUtf8(bytes)) return true
  for (let at = bytes.indexOf(C1_LEAD); at !== -1; at = bytes.indexOf(C1_LEAD, at + 1)) {
    if ((bytes[at + 1] ?? 0) <= C1_LAST) return true
  }
  return false
}

/**
 * A text in which C1 controls are the characters that windows-1252 has in their place: nobody writes the controls, and many write
 * dashes and quotation marks so (HTML standard, 13.2.5.80, does it for references).
 */
function repairControls(text: string): string {
  return text.replaceAll(C1, (control) => WESTERN[control.charCodeAt(0) - 0x80] ?? control)
}
