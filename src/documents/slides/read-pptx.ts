import { selectPages } from '../../pdf/page-ranges.ts'
import { Comments } from '../comments.ts'
import type { DocumentWriter } from '../document-writer.ts'
import { type Choice, counted } from '../document.ts'
import { readCoreProperties } from '../package/core-properties.ts'
import { childrenOf, findChild, findRoot, type XmlElement } from '../package/read-xml.ts'
import { readRelationships, type Relationship } from '../package/relationships.ts'
import type { OpenedPackage } from '../read-format.ts'
import { damagedPackage } from '../refusals.ts'
import { addComments, readAuthors } from './comments.ts'
import { LayoutShelf, NO_LAYOUT } from './placeholders.ts'
import { allText, readShapes, type SlideFrame } from './shapes.ts'
import { SlideWriter } from './slide-writer.ts'

/** Reads a presentation (ISO/IEC 29500-1, PresentationML): its slides in the order of the show. */
export async function readPptx(
  { pack }: OpenedPackage,
  out: DocumentWriter,
  choice: Choice,
): Promise<void> {
  const start = linkTo(await readRelationships(pack, ''), 'officeDocument')
  const main = start?.target ?? 'ppt/presentation.xml'
  const root = findRoot(await pack.findText(main))
  if (!root) throw damagedPackage()
  const links = await readRelationships(pack, main)
  const ids = childrenOf(findChild(root, 'p:sldIdLst'), 'p:sldId')
  out.describe({ ...(await readCoreProperties(pack)), pages: ids.length, unit: 'slide' })
  const shelf = new LayoutShelf(pack)
  const writer = new SlideWriter(pack, out, choice)
  const frame = frameOf(root)
  const comments = new Comments()
  const authors = readAuthors(
    await findPart(linkTo(links, 'commentAuthors') ?? linkTo(links, 'authors')),
  )
  for (const number of selectPages(choice.pages, ids.length, { mayBeNone: ids.length === 0 })) {
    const part = links.get(ids[number - 1]?.attributes.get('r:id') ?? '')?.target ?? ''
    out.startPage(number)
    await readSlide(part, number)
  }
  comments.say(out, 'each after its slide')
  if (writer.embedded > 0)
    out.say(`${counted(writer.embedded, 'embedded object or film')} not read`)

  async function readSlide(part: string, number: number): Promise<void> {
    const slide = findRoot(await pack.findText(part))
    const isHidden = /^(?:0|false)$/.test(slide?.attributes.get('show') ?? '')
    if (isHidden && !choice.keepsHidden) {
      out.addHidden('slide', allText(slide))
      return
    }
    const slideLinks = await readRelationships(pack, part)
    const layout = await shelf.load(linkTo(slideLinks, 'slideLayout')?.target)
    const shapes = readShapes(findChild(slide, 'p:cSld', 'p:spTree'), layout, frame)
    await writer.write(`Slide ${number}${isHidden ? ' (hidden)' : ''}`, shapes, slideLinks)
    const notes = linkTo(slideLinks, 'notesSlide')
    if (notes) {
      const tree = findChild(await findPart(notes), 'p:cSld', 'p:spTree')
      const noteShapes = readShapes(tree, NO_LAYOUT, NO_FRAME)
      writer.writeNotes(noteShapes, await readRelationships(pack, notes.target))
    }
    for (const link of slideLinks.values()) {
      if (link.type === 'comments') addComments(await findPart(link), authors, comments)
    }
    comments.write(out)
  }

  async function findPart(link: Relationship | undefined): Promise<XmlElement | undefined> {
    return link && !link.isExternal ? findRoot(await pack.findText(link.target)) : undefined
  }
}

const NO_FRAME: SlideFrame = { width: 0, height: 0, isRightToLeft: false }

function frameOf(presentation: XmlElement): SlideFrame {
  const size = findChild(presentation, 'p:sldSz')
  return {
    width: Number(size?.attributes.get('cx')) || 0,
    height: Number(size?.attributes.get('cy')) || 0,
    isRightToLeft: presentation.attributes.get('rtl') === '1',
  }
}

function linkTo(links: ReadonlyMap<string, Relationship>, type: string): Relationship | undefined {
  return [...links.values()].find((link) => link.type === type && !link.isExternal)
}
