import { INNER_MARK } from './document.ts'

/** The address of a file within another one: an archive, a document, a mail. */
export interface InnerAddress {
  /** Address of the file that holds it. */
  outer: string
  /** Its name there; further ones follow where that is an archive itself: `b.zip!/c.docx`. */
  path: string
}

/** Reads `https://example.com/a.zip!/b.docx`; undefined for the address of a whole file. Fragments count as no part of an address. */
export function splitInnerAddress(address: string): InnerAddress | undefined {
  const host = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(address)?.[0].length ?? 0
  const fragment = host > 0 ? address.indexOf('#') : -1
  for (
    let at = address.indexOf(INNER_MARK, host);
    at > 0;
    at = address.indexOf(INNER_MARK, at + 1)
  ) {
    if (fragment !== -1 && fragment < at) return undefined
    const path = address.slice(at + INNER_MARK.length)
    if (address.charAt(at - 1) !== '/' && path !== '') return { outer: address.slice(0, at), path }
  }
  return undefined
}

/** Whether an address names a file within another one. */
export function isInnerAddress(address: string): boolean {
  return splitInnerAddress(address) !== undefined
}

/** The address of a file within another one, in the form of a web address. */
export function joinInnerAddress(outer: string, path: string): string {
  const steps = path.split(INNER_MARK).map((name) => name.split('/').map(encoded).join('/'))
  return [outer, ...steps].join(INNER_MARK)
}

/** One step of a path, which may be encoded already. */
function encoded(step: string): string {
  return encodeURIComponent(decodedName(step))
}

/** A name as an address may write it, without percent-encoding. */
export function decodedName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
