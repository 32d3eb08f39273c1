import type { DocumentWriter } from '../document-writer.ts'
import type { Source } from '../document.ts'
import { findChild, findRoot, innerText } from '../package/read-xml.ts'
import { ZipPackage } from '../package/zip-package.ts'
import { encryptedDocument } from '../refusals.ts'

/** Opens a package of ODF 1.2 and later, and tells what its properties say. Throws `unsupported_content` for an encrypted one. */
export async function openPackage({ bytes }: Source, out: DocumentWriter): Promise<ZipPackage> {
  const pack = await ZipPackage.open(bytes)
  const manifest = await pack.findText('META-INF/manifest.xml')
  if (manifest !== undefined && /<(?:\w+:)?encryption-data[\s>]/.test(manifest)) {
    throw encryptedDocument()
  }
  const meta = findChild(findRoot(await pack.findText('meta.xml')), 'office:meta')
  const read = (name: string): string => innerText(findChild(meta, name)).trim()
  const date = (name: string): string => read(name).replace(/\.\d+$/, '')
  const author = read('meta:initial-creator') || read('dc:creator')
  out.describe({
    title: read('dc:title'),
    authors: author === '' ? [] : [author],
    createdAt: date('meta:creation-date'),
    modifiedAt: date('dc:date'),
  })
  return pack
}
