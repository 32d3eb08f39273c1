import { type XmlElement } from '../package/read-xml.ts'

/** The text of a string with or without runs; how it is pronounced is left out. */
export function stringText(holder: XmlElement): string {
  const parts: string[] = []
  const left: XmlElement[] = [holder]
  for (let next = left.pop(); next; next = left.pop()) {
    if (next.name === 't') parts.push(...next.children.filter((child) => typeof child === 'string'))
    else
      left.push(
        ...next.children
          .filter((child): child is XmlElement => typeof child !== 'string' && child.name !== 'rPh')
          .toReversed(),
      )
  }
  return decodeEscapes(parts.join(''))
}

/** Characters that XML cannot hold are written `_x000D_` in strings (ISO/IEC 29500-1, 22.9.2.19). */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
