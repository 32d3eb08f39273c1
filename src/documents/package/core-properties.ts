import type { Facts } from '../document.ts'
import { findChild, findRoot, innerText } from './read-xml.ts'
import type { ZipPackage } from './zip-package.ts'

/** What the properties of an office document say of it (ISO/IEC 29500-2, 11). */
export async function readCoreProperties(pack: ZipPackage): Promise<Facts> {
  const root = findRoot(await pack.findText('docProps/core.xml'))
  const read = (name: string): string => innerText(findChild(root, name)).trim()
  return {
    title: read('dc:title'),
    authors: read('dc:creator')
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    createdAt: read('dcterms:created'),
    modifiedAt: read('dcterms:modified'),
  }
}
