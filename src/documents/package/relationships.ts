import { childrenOf, findRoot } from './read-xml.ts'
import type { ZipPackage } from './zip-package.ts'

/** Where a part of a package refers to. */
export interface Relationship {
  /** Last step of its type: `officeDocument`, `styles`, `hyperlink`, `slide`. */
  type: string
  /** Path within the package, or an address outside of it, which is never fetched. */
  target: string
  isExternal: boolean
}

/** The relationships of a part by their ids, those of the package itself for an empty name (ISO/IEC 29500-2, 8.3). */
export async function readRelationships(
  pack: ZipPackage,
  part: string,
): Promise<ReadonlyMap<string, Relationship>> {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const root = findRoot(await pack.findText(`${folder}_rels/${part.slice(slash)}.rels`))
  return new Map(
    childrenOf(root, 'Relationship').map(({ attributes }) => {
      const isExternal = attributes.get('TargetMode') === 'External'
      const target = attributes.get('Target') ?? ''
      const type = (attributes.get('Type') ?? '').replace(/^.*\//s, '')
      return [
        attributes.get('Id') ?? '',
        { type, isExternal, target: isExternal ? target : resolvePath(folder, target) },
      ]
    }),
  )
}

/** A path within a package, from the folder of who names it; it cannot lead out. */
export function resolvePath(folder: string, target: string): string {
  const from = target.startsWith('/') ? [] : folder.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') from.pop()
    else if (step !== '' && step !== '.') from.push(step)
  }
  return from.join('/')
}
