import { cleanLine } from '../../lib/text.ts'
import { visibility } from '../../markup/html/hiding/hidden.ts'
import { readHtml } from '../../markup/html/read-html.ts'
import type { Attributes } from '../../markup/html/tokens/attributes.ts'
import { absoluteAddress } from './page-address.ts'

/** A document that a page shows from another address. */
export interface HeldDocument {
  kind: 'frame' | 'document'
  url: string
}

const MAY_HOLD = /<(?:i?frame|embed|object)\b/i
const READ = new Set(
  'src data type width height hidden style class aria-hidden data-src'.split(' '),
)
const DOCUMENTS_MAX_COUNT = 6
const ADDRESS_MAX_CHARS = 500
const ATTRIBUTE_MAX_CHARS = 4_096
/** Pixels of the edge of a frame that somebody can read something in. */
const EDGE_MIN_PX = 60
const DOCUMENT_TYPE =
  /^application\/(?:pdf|msword|rtf|epub|vnd\.(?:openxmlformats|oasis|ms-)[\w.-]*)/i
const DOCUMENT_ADDRESS = /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub)$/i
/** Parameters by which viewers are told what to show. */
const VIEWED = ['file', 'url', 'src', 'document', 'doc']
/** Frames that count readers, ask whether somebody is one, sell, or play. */
const WIDGETS =
  /googletagmanager|doubleclick|googlesyndication|adservice|amazon-adsystem|taboola|outbrain|criteo|recaptcha|hcaptcha|turnstile|(?:facebook|twitter|linkedin|pinterest)\.com\/(?:plugins|widgets|i\/|embed)|disqus|youtube|youtu\.be|vimeo|dailymotion|spotify|soundcloud|consent|cookie|\bads?\b|analytics|pixel|beacon|intercom|stripe|paypal/i

/** Documents of other addresses that a page shows and that its own text lacks, as it names them. */
export function heldDocuments(source: string, baseUrl: string): readonly HeldDocument[] {
  if (!MAY_HOLD.test(source)) return []
  const held = new Map<string, HeldDocument>()
  readHtml(
    source,
    {
      open(name, attributes) {
        const document = heldBy(name, attributes, baseUrl)
        if (document) held.set(document.url, document)
      },
      text() {},
      close() {},
    },
    {
      wantsAttribute: (name) => READ.has(name),
      attributeMaxChars: ATTRIBUTE_MAX_CHARS,
      isEnough: () => held.size >= DOCUMENTS_MAX_COUNT,
    },
  )
  return [...held.values()]
}

function heldBy(name: string, attributes: Attributes, baseUrl: string): HeldDocument | undefined {
  if (!/^(?:i?frame|embed|object)$/.test(name)) return undefined
  if (visibility(attributes) !== 'visible' || isTiny(attributes)) return undefined
  const { src, data, type = '', 'data-src': late } = attributes
  const address = absoluteAddress((name === 'object' ? data : (src ?? late)) ?? '', baseUrl)
  if (address === '' || address.length > ADDRESS_MAX_CHARS) return undefined
  const viewed = viewedBy(address)
  if (viewed !== undefined) return { kind: 'document', url: cleanLine(viewed, ADDRESS_MAX_CHARS) }
  const url = cleanLine(address, ADDRESS_MAX_CHARS)
  if (DOCUMENT_TYPE.test(type) || isDocument(address)) return { kind: 'document', url }
  const isFrame = name.endsWith('frame') || /^text\/html/i.test(type)
  return isFrame && !WIDGETS.test(address) ? { kind: 'frame', url } : undefined
}

function isTiny({ width, height }: Attributes): boolean {
  return [width, height].some(
    (size) => /^\d+(?:px)?$/.test(size ?? '') && parseInt(size!, 10) < EDGE_MIN_PX,
  )
}

function isDocument(address: string): boolean {
  return DOCUMENT_ADDRESS.test(new URL(address).pathname)
}

/** The document that an address of a viewer names. */
function viewedBy(address: string): string | undefined {
  const { searchParams } = new URL(address)
  for (const name of VIEWED) {
    const viewed = absoluteAddress(searchParams.get(name) ?? '', address)
    if (searchParams.has(name) && viewed !== '' && isDocument(viewed)) return viewed
  }
  return undefined
}

/** The words for it in a list of what is not shown. */
export function wordsOfHeld({ kind, url }: HeldDocument): string {
  return `${kind}: ${url}`
}
