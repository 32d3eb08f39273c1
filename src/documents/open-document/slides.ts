import { selectPages } from '../../pdf/page-ranges.ts'
import { Comments } from '../comments.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Choice } from '../document.ts'
import { childrenOf, findChild, findRoot, innerText, type XmlElement } from '../package/read-xml.ts'
import type { OpenedPackage } from '../read-format.ts'
import { damagedPackage } from '../refusals.ts'
import { type Box, sortAsRead } from '../text/reading-order.ts'
import { InnerObjects, writeChart } from './objects.ts'
import { readMeta, requirePlain } from './properties.ts'
import {
  readSlideStyles,
  type SlideStyles,
  textIn,
  writeBoxTable,
  writeBoxText,
  writeLine,
} from './slide-text.ts'
import { addComment } from './text-plain.ts'

/** Reads a presentation of OpenDocument: its slides in order. */
export async function readOdp(
  { pack }: OpenedPackage,
  out: DocumentWriter,
  choice: Choice,
): Promise<void> {
  await requirePlain(pack)
  const root = findRoot(await pack.findText('content.xml'))
  const show = findChild(root, 'office:body', 'office:presentation')
  if (!root || !show) throw damagedPackage()
  const common = findRoot(await pack.findText('styles.xml'))
  const styles = readSlideStyles([
    findChild(common, 'office:styles'),
    findChild(root, 'office:automatic-styles'),
  ])
  const slides = childrenOf(show, 'draw:page')
  out.describe({ ...(await readMeta(pack)), pages: slides.length, unit: 'slide' })
  const writer = new OdpWriter(out, styles, await InnerObjects.load(pack))
  for (const number of selectPages(choice.pages, slides.length, {
    mayBeNone: slides.length === 0,
  })) {
    const slide = slides[number - 1]!
    const isHidden = styles.hiddenPages.has(slide.attributes.get('draw:style-name') ?? '')
    out.startPage(number)
    if (isHidden && !choice.keepsHidden) out.addHidden('slide', allText(slide))
    else writer.write(`Slide ${number}${isHidden ? ' (hidden)' : ''}`, slide)
  }
  writer.comments.say(out, 'each after its slide')
}

/** Frames that every slide repeats. */
const REPEATED = /^(?:footer|header|date-time|page-number|page)$/
const SHAPES = /^(?:draw|dr3d):(?!page-thumbnail)/

class OdpWriter {
  readonly #out: DocumentWriter
  readonly #styles: SlideStyles
  readonly #objects: InnerObjects
  readonly #repeated = new Set<string>()
  readonly comments = new Comments()

  constructor(out: DocumentWriter, styles: SlideStyles, objects: InnerObjects) {
    this.#out = out
    this.#styles = styles
    this.#objects = objects
  }

  write(name: string, slide: XmlElement): void {
    const out = this.#out
    const shapes = shapesOf(slide)
    const title = shapes.find(
      ({ element }) => classOf(element) === 'title' && textIn(element).trim() !== '',
    )
    out.open('h2')
    out.text(title ? `${name}: ` : name)
    const lines = childrenOf(findChild(title?.element, 'draw:text-box'))
    for (const [index, paragraph] of lines.entries()) {
      if (index > 0) out.text(' ')
      writeLine(paragraph, out, this.#styles)
    }
    out.close('h2')
    for (const shape of shapes) if (shape !== title) this.#writeShape(shape.element)
    this.#writeNotes(findChild(slide, 'presentation:notes'))
    for (const child of childrenOf(slide)) {
      if (child.name.endsWith(':annotation')) addComment(child, this.comments)
    }
    this.comments.write(out)
  }

  #writeNotes(notes: XmlElement | undefined): void {
    const boxes = childrenOf(notes, 'draw:frame')
      .filter((frame) => classOf(frame) === 'notes')
      .map((frame) => findChild(frame, 'draw:text-box'))
      .filter((box) => textIn(box).trim() !== '')
    if (boxes.length === 0) return
    this.#out.open('blockquote')
    this.#out.add('p', 'Notes:')
    for (const box of boxes) writeBoxText(box, this.#out, this.#styles)
    this.#out.close('blockquote')
  }

  #writeShape(shape: XmlElement): void {
    const kind = classOf(shape)
    if (REPEATED.test(kind) && this.#isRepeated(kind, shape)) return
    if (shape.name === 'draw:g' || shape.name === 'draw:a') {
      for (const { element } of shapesOf(shape)) this.#writeShape(element)
      return
    }
    const box = findChild(shape, 'draw:text-box')
    const table = findChild(shape, 'table:table')
    const inner = findChild(shape, 'draw:object')
    if (table) writeBoxTable(table, this.#out, this.#styles)
    else if (box) writeBoxText(box, this.#out, this.#styles)
    else if (inner) this.#writeObject(inner)
    else if (findChild(shape, 'draw:image')) this.#writePicture(shape)
    else writeBoxText(shape, this.#out, this.#styles)
  }

  /** Whether a footer was written before, or is no more than a number. */
  #isRepeated(kind: string, shape: XmlElement): boolean {
    const key = `${kind} ${textIn(shape).trim()}`
    const isField = shape.children.length === 0 || kind === 'page-number' || kind === 'page'
    if (isField || this.#repeated.has(key)) return true
    this.#repeated.add(key)
    return false
  }

  #writePicture(shape: XmlElement): void {
    const name = ['svg:desc', 'svg:title'].map((part) => innerText(findChild(shape, part)).trim())
    this.#out.open('p')
    this.#out.addPicture((name.find((text) => text !== '') ?? '').replaceAll(/\s+/g, ' '))
    this.#out.close('p')
  }

  #writeObject(object: XmlElement): void {
    const inner = this.#objects.find(object)
    if (inner?.kind === 'chart') writeChart(inner.chart, this.#out)
    else if (inner?.kind === 'formula') this.#out.addMath(inner.tex, true)
    else this.#out.say('Embedded objects are not read')
  }
}

interface Shape {
  element: XmlElement
  box: Box | undefined
}

/** The shapes of a slide or group in the order of reading. */
function shapesOf(holder: XmlElement): Shape[] {
  const shapes = childrenOf(holder).filter(({ name }) => SHAPES.test(name))
  return sortAsRead(shapes.map((element) => ({ element, box: boxOf(element) })))
}

const UNITS_MM: Readonly<Record<string, number>> = {
  mm: 1,
  cm: 10,
  in: 25.4,
  pt: 25.4 / 72,
  pc: 25.4 / 6,
}

function boxOf({ attributes }: XmlElement): Box | undefined {
  const [left, top, width, height] = ['x', 'y', 'width', 'height'].map((name) => {
    const [, number = '', unit = ''] =
      /^(-?[\d.]+)(mm|cm|in|pt|pc)$/.exec(attributes.get(`svg:${name}`) ?? '') ?? []
    return Number(number === '' ? NaN : number) * (UNITS_MM[unit] ?? 1)
  }) as [number, number, number, number]
  if ([left, top, width, height].some(Number.isNaN)) return undefined
  return { left, top, right: left + width, bottom: top + height }
}

function classOf({ attributes }: XmlElement): string {
  return attributes.get('presentation:class') ?? ''
}

/** All text of a slide, for counting its words. */
function allText(element: XmlElement): string {
  return /^text:[ph]$/.test(element.name)
    ? textIn(element)
    : childrenOf(element).map(allText).join('\n')
}
