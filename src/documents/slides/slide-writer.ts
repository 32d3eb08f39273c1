import type { DocumentWriter } from '../document-writer.ts'
import type { Choice } from '../document.ts'
import { writeChart } from '../package/chart.ts'
import { writeDiagram } from '../package/diagram.ts'
import { childrenOf, findChild, findRoot, type XmlElement } from '../package/read-xml.ts'
import type { ZipPackage } from '../package/zip-package.ts'
import { isTitle } from './placeholders.ts'
import { allText, findAddress, type Shape, type SlideLinks } from './shapes.ts'
import {
  isOnlyFields,
  isTrue,
  type TextSettings,
  textOfBody,
  writeTextBody,
  writeTextLine,
} from './text-body.ts'

/** Placeholders that every slide repeats. */
const REPEATED = /^(?:ftr|hdr|dt|sldNum)$/

/** Writes the shapes of slides; what all slides repeat is written once. */
export class SlideWriter {
  readonly #pack: ZipPackage
  readonly #out: DocumentWriter
  readonly #keepsHidden: boolean
  readonly #repeated = new Set<string>()
  /** Embedded documents, films and the like that are not read. */
  embedded = 0

  constructor(pack: ZipPackage, out: DocumentWriter, { keepsHidden }: Choice) {
    this.#pack = pack
    this.#out = out
    this.#keepsHidden = keepsHidden
  }

  /** Writes the head of a slide, and its shapes in order. */
  async write(name: string, shapes: readonly Shape[], links: SlideLinks): Promise<void> {
    const out = this.#out
    const title = shapes.find(
      ({ placeholder, element }) =>
        isTitle(placeholder?.type) && textOfBody(findChild(element, 'p:txBody')).trim() !== '',
    )
    out.open('h2')
    out.text(title ? `${name}: ` : name)
    if (title) writeTextLine(findChild(title.element, 'p:txBody'), out, settingsOf(title, links))
    out.close('h2')
    for (const shape of shapes) if (shape !== title) await this.#writeShape(shape, links)
  }

  /** Writes the notes of the speaker, which stand beside a slide. */
  writeNotes(shapes: readonly Shape[], links: SlideLinks): void {
    const notes = shapes.filter(
      ({ placeholder, element }) =>
        placeholder?.type === 'body' && textOfBody(findChild(element, 'p:txBody')).trim() !== '',
    )
    if (notes.length === 0) return
    this.#out.open('blockquote')
    this.#out.add('p', 'Notes:')
    for (const shape of notes) {
      const settings = { ...settingsOf(shape, links), bullet: { kind: 'none' } as const }
      writeTextBody(findChild(shape.element, 'p:txBody'), this.#out, settings)
    }
    this.#out.close('blockquote')
  }

  async #writeShape(shape: Shape, links: SlideLinks): Promise<void> {
    const { element, placeholder } = shape
    const out = this.#out
    if (shape.isHidden && !this.#keepsHidden) {
      out.addHidden('hidden', allText(element))
      return
    }
    const body = findChild(element, 'p:txBody')
    if (placeholder && REPEATED.test(placeholder.type) && this.#isRepeated(placeholder.type, body))
      return
    if (element.name === 'p:grpSp')
      for (const inner of shape.shapes) await this.#writeShape(inner, links)
    else if (element.name === 'p:pic') this.#writePicture(shape, links)
    else if (element.name === 'p:graphicFrame') await this.#writeFrame(shape, links)
    else writeTextBody(body, out, settingsOf(shape, links))
  }

  /** Whether a footer was written before, or says nothing but the number of the slide or today's date. */
  #isRepeated(type: string, body: XmlElement | undefined): boolean {
    const key = `${type} ${textOfBody(body).trim()}`
    if (type === 'sldNum' || isOnlyFields(body) || this.#repeated.has(key)) return true
    this.#repeated.add(key)
    return false
  }

  #writePicture({ element, description, isDecoration, link }: Shape, links: SlideLinks): void {
    if (isDecoration) return
    const media = findChild(element, 'p:nvPicPr', 'p:nvPr')
    if (childrenOf(media).some(({ name }) => /^a:(?:video|audio|wavAudio|quickTime)/.test(name))) {
      this.embedded += 1
      return
    }
    const href = findAddress(links, link)
    this.#out.open('p')
    if (href !== undefined) this.#out.open('a', { href })
    this.#out.addPicture(description)
    if (href !== undefined) this.#out.close('a')
    this.#out.close('p')
  }

  async #writeFrame(shape: Shape, links: SlideLinks): Promise<void> {
    const data = findChild(shape.element, 'a:graphic', 'a:graphicData')
    const table = findChild(data, 'a:tbl')
    const chart = findChild(data, 'c:chart')?.attributes.get('r:id')
    const diagram = findChild(data, 'dgm:relIds')?.attributes.get('r:dm')
    if (table) writeTable(table, this.#out, settingsOf(shape, links))
    else if (chart !== undefined) writeChart(await this.#findPart(links, chart), this.#out)
    else if (diagram !== undefined) await this.#writeDiagram(diagram, links)
    else this.embedded += 1
  }

  /** Writes the tree of a diagram, else the shapes that it was drawn as. */
  async #writeDiagram(id: string, links: SlideLinks): Promise<void> {
    if (writeDiagram(await this.#findPart(links, id), this.#out)) return
    const drawn = [...links.values()].filter(({ type }) => type === 'diagramDrawing')
    for (const { target } of drawn) {
      const root = findRoot(await this.#pack.findText(target))
      for (const shape of childrenOf(findChild(root, 'dsp:spTree'), 'dsp:sp')) {
        writeTextBody(findChild(shape, 'dsp:txBody'), this.#out, { ...NO_SETTINGS, styles: [] })
      }
    }
  }

  async #findPart(links: SlideLinks, id: string): Promise<XmlElement | undefined> {
    const link = links.get(id)
    return link && !link.isExternal ? findRoot(await this.#pack.findText(link.target)) : undefined
  }
}

const NO_SETTINGS: TextSettings = {
  styles: [],
  bullet: { kind: 'none' },
  findAddress: () => undefined,
}

function settingsOf({ inherited, link }: Shape, links: SlideLinks): TextSettings {
  const { styles, bullet } = inherited
  const find = (id: string): string | undefined => findAddress(links, id)
  return { styles, bullet, findAddress: find, href: findAddress(links, link) }
}

/** Writes a table (`a:tbl`) with its spans. */
function writeTable(table: XmlElement, out: DocumentWriter, settings: TextSettings): void {
  const hasHead = isTrue(findChild(table, 'a:tblPr')?.attributes.get('firstRow'))
  const plain = { ...settings, styles: [], bullet: { kind: 'none' } as const }
  out.open('table')
  for (const [index, row] of childrenOf(table, 'a:tr').entries()) {
    out.open('tr')
    for (const cell of childrenOf(row, 'a:tc')) {
      const { attributes } = cell
      if (isTrue(attributes.get('hMerge')) || isTrue(attributes.get('vMerge'))) continue
      const name = hasHead && index === 0 ? 'th' : 'td'
      out.open(name, {
        colspan: attributes.get('gridSpan') ?? '1',
        rowspan: attributes.get('rowSpan') ?? '1',
      })
      writeTextBody(findChild(cell, 'a:txBody'), out, plain)
      out.close(name)
    }
    out.close('tr')
  }
  out.close('table')
}
