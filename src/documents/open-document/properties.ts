import type { Facts } from '../document.ts'
import { childrenOf, findChild, findRoot, innerText } from '../package/read-xml.ts'
import type { ZipPackage } from '../package/zip-package.ts'
import { encryptedDocument } from '../refusals.ts'

/** What the properties of an OpenDocument say of it (OpenDocument 1.3, part 3, 4.3). */
export async function readMeta(pack: ZipPackage): Promise<Facts> {
  const meta = findChild(findRoot(await pack.findText('meta.xml')), 'office:meta')
  const read = (name: string): string => innerText(findChild(meta, name)).trim()
  const author = read('meta:initial-creator') || read('dc:creator')
  return {
    title: read('dc:title'),
    authors: author === '' ? [] : [author],
    // Programs write parts of a second with nine digits.
    createdAt: read('meta:creation-date').replace(/\.\d+$/, ''),
    modifiedAt: read('dc:date').replace(/\.\d+$/, ''),
  }
}

/** The list of a package names the files that are encrypted (OpenDocument 1.3, part 2, 3.4). Throws `unsupported_content` for them. */
export async function requirePlain(pack: ZipPackage): Promise<void> {
  const root = findRoot(await pack.findText('META-INF/manifest.xml'))
  const isEncrypted = childrenOf(root).some((entry) =>
    childrenOf(entry).some(({ name }) => name === 'manifest:encryption-data'),
  )
  if (isEncrypted) throw encryptedDocument()
}
