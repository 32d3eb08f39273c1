import type { DocumentWriter } from '../document-writer.ts'
import { writeChart } from '../package/chart.ts'
import { writeDiagram } from '../package/diagram.ts'
import { findRoot } from '../package/read-xml.ts'
import type { Relationship } from '../package/relationships.ts'
import type { ZipPackage } from '../package/zip-package.ts'

/** Charts and diagrams of a document that are read, and what all of them together may have. */
const OBJECTS_MAX_COUNT = 1000
const OBJECTS_MAX_CHARS = 10_000_000

/** Texts of parts with the types of their relationships, by their paths. */
type Sources = ReadonlyMap<string, { kind: string; source: string }>

/** The charts and diagrams of a document, each parsed when the text shows it. */
export class DrawnObjects {
  readonly #sources: Sources

  private constructor(sources: Sources) {
    this.#sources = sources
  }

  static async load(
    pack: ZipPackage,
    relationships: ReadonlyMap<string, Relationship>,
  ): Promise<DrawnObjects> {
    const sources = new Map<string, { kind: string; source: string }>()
    const links = [...relationships.values()].filter(
      ({ type, isExternal }) => (type === 'chart' || type === 'diagramData') && !isExternal,
    )
    let charsLeft = OBJECTS_MAX_CHARS
    for (const { type, target } of links.slice(0, OBJECTS_MAX_COUNT)) {
      if (sources.has(target) || pack.sizeOf(target) > charsLeft) continue
      const source = (await pack.findText(target)) ?? ''
      charsLeft -= source.length
      sources.set(target, { kind: type, source })
    }
    return new DrawnObjects(sources)
  }

  /** Writes a chart with its values, or a diagram as a list; whether there is anything to write. */
  write(part: string, out: DocumentWriter): boolean {
    const { kind, source = '' } = this.#sources.get(part) ?? {}
    const root = findRoot(source)
    if (!root) return false
    if (kind !== 'chart') return writeDiagram(root, out)
    writeChart(root, out)
    return true
  }
}
