import { latin1 } from './latin1.ts'

/** Bytes searched for a declaration before the bytes themselves are judged (HTML standard, 13.2.3.2). */
const PRESCAN_BYTES = 1024
/** Bytes searched when they are no UTF-8 and nothing was declared in time; browsers start over then. */
const LATE_PRESCAN_BYTES = 64 * 1024

/** The decoder label of a Content-Type's charset parameter, if there is one that can be decoded. */
export function charsetOf(contentType: string): string | undefined {
  const match = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i.exec(contentType)
  return knownLabel(match?.[1] ?? match?.[2] ?? match?.[3])
}

/** The encoding that an HTML document declares at its beginning, or, where it `isLate`, further down. */
export function declaredInHtml(bytes: Uint8Array, isLate = false): string | undefined {
  return prescan(latin1(bytes, isLate ? LATE_PRESCAN_BYTES : PRESCAN_BYTES))
}

/** The encoding of the XML declaration that a document begins with. */
export function declaredInXml(bytes: Uint8Array): string | undefined {
  // Many feeds begin with a blank line, which XML forbids.
  return xmlDeclared(latin1(bytes, PRESCAN_BYTES).trimStart())
}

/** The label as TextDecoder names it; undefined for unknown ones and for the `replacement` encodings. */
function knownLabel(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

/** A label found inside the document: it was read as ASCII, so it cannot be UTF-16 (HTML standard). */
function declarableLabel(label: string | undefined): string | undefined {
  const known = knownLabel(label)
  if (known?.startsWith('utf-16')) return 'utf-8'
  return known === 'x-user-defined' ? 'windows-1252' : known
}

/** The encoding of the XML declaration that the text begins with. */
function xmlDeclared(text: string): string | undefined {
  const xml = /^<\?xml[^>]*?\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text)
  return declarableLabel(xml?.[1] ?? xml?.[2])
}

/** "Prescan a byte stream to determine its encoding" of the HTML standard, with "get an XML encoding". */
function prescan(text: string): string | undefined {
  const fromXml = xmlDeclared(text)
  if (fromXml !== undefined) return fromXml
  const markup = /<!--[^]*?(?:-->|$)|<[!/?][^>]*>?|<[a-z][^\s/>]*/gi
  for (let match = markup.exec(text); match; match = markup.exec(text)) {
    if (!/^<[a-z]/i.test(match[0])) continue
    const attributes = readAttributes(text, markup.lastIndex)
    markup.lastIndex = attributes.end
    const label = /^<meta$/i.test(match[0]) ? metaCharset(attributes.byName) : undefined
    if (label !== undefined) return label
  }
  return undefined
}

function readAttributes(text: string, start: number): { byName: Map<string, string>; end: number } {
  const attribute =
    /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)(?=[\s>])))?/y
  const byName = new Map<string, string>()
  let end = start
  attribute.lastIndex = start
  for (let match = attribute.exec(text); match; match = attribute.exec(text)) {
    const name = (match[1] ?? '').toLowerCase()
    if (!byName.has(name)) byName.set(name, match[2] ?? match[3] ?? match[4] ?? '')
    end = attribute.lastIndex
  }
  return { byName, end }
}

function metaCharset(attributes: Map<string, string>): string | undefined {
  const charset = attributes.get('charset')
  if (charset !== undefined) return declarableLabel(charset)
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined
  const content = attributes.get('content') ?? ''
  const match = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(content)
  return declarableLabel(match?.[1] ?? match?.[2] ?? match?.[3])
}
