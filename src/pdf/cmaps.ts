import { readFile } from 'node:fs/promises'

/** Names of the character maps that PDF predefines (ISO 32000-1, 9.7.5.2). */
const FILE_NAME = /^[\w-]{1,40}\.bcmap$/

/**
 * Gives pdf.js the character maps that lie beside this code, without which documents in Chinese,
 * Japanese and Korean have no text. Standard fonts and decoders, which only drawing needs, are refused.
 */
export class VendoredData {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !FILE_NAME.test(filename)) throw new Error(`no data: ${kind}`)
    const file = await readFile(new URL(`./cmaps/${filename}`, import.meta.url))
    return new Uint8Array(file)
  }
}
