import { decodeXml } from '../../lib/decode.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Source } from '../document.ts'
import { childrenOf, findChild, findRoot, innerText, type XmlElement } from '../package/read-xml.ts'

/** Reads an outline, such as a list of feeds (OPML 2.0): its nested entries, each with its address. */
export async function readOpml({ bytes, contentType }: Source, out: DocumentWriter): Promise<void> {
  const root = findRoot(decodeXml(bytes, contentType))
  const head = findChild(root, 'head')
  const owner = innerText(findChild(head, 'ownerName')).trim()
  out.describe({ title: innerText(findChild(head, 'title')), authors: owner === '' ? [] : [owner] })
  writeEntries(childrenOf(findChild(root, 'body'), 'outline'), out)
}

function writeEntries(entries: readonly XmlElement[], out: DocumentWriter): void {
  if (entries.length === 0) return
  out.open('ul')
  for (const entry of entries) {
    const { attributes } = entry
    const text = attributes.get('text') ?? attributes.get('title') ?? ''
    const address = attributes.get('xmlUrl') ?? attributes.get('htmlUrl') ?? attributes.get('url')
    out.open('li')
    if (address === undefined) out.text(text)
    else out.add('a', text === '' ? address : text, { href: address })
    writeEntries(childrenOf(entry, 'outline'), out)
    out.close('li')
  }
  out.close('ul')
}
