import { childrenOf, findChild, innerText, type XmlElement } from '../package/read-xml.ts'
import type { Relationship } from '../package/relationships.ts'
import { type Box, sortAsRead } from '../text/reading-order.ts'
import {
  findBox,
  findPlaceholder,
  inheritedBy,
  type Layout,
  type Placeholder,
} from './placeholders.ts'
import { isTrue } from './text-body.ts'

/** A shape of a slide, with what it inherits. */
export interface Shape {
  element: XmlElement
  placeholder: Placeholder | undefined
  box: Box | undefined
  inherited: ReturnType<typeof inheritedBy>
  /** Name or description for those who do not see it. */
  description: string
  /** Id of where the shape leads. */
  link: string | undefined
  isHidden: boolean
  isDecoration: boolean
  /** Of a group. */
  shapes: Shape[]
}

/** Size of the slides, and whether they are read from right to left. */
export interface SlideFrame {
  width: number
  height: number
  isRightToLeft: boolean
}

/** Elements that are shapes. */
const SHAPES = /^p:(?:sp|pic|graphicFrame|grpSp|cxnSp)$/

/** The shapes of a slide or group in the order of reading. */
export function readShapes(
  tree: XmlElement | undefined,
  layout: Layout,
  frame: SlideFrame,
  isWithinGroup = false,
): Shape[] {
  const shapes = shapesIn(tree).map((element): Shape => {
    const properties = childrenOf(element).find(({ name }) => /^p:nv\w+Pr$/.test(name))
    const about = findChild(properties, 'p:cNvPr')
    const placeholder = findPlaceholder(element)
    const inherited = inheritedBy(placeholder, layout)
    const box = findBox(element) ?? inherited.box
    return {
      element,
      placeholder,
      inherited,
      box,
      description: (about?.attributes.get('descr') ?? about?.attributes.get('title') ?? '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
      link: findChild(about, 'a:hlinkClick')?.attributes.get('r:id'),
      isHidden:
        isTrue(about?.attributes.get('hidden')) || (!isWithinGroup && isOutside(box, frame)),
      isDecoration: isDecorative(about),
      shapes: element.name === 'p:grpSp' ? readShapes(element, layout, frame, true) : [],
    }
  })
  return sortAsRead(shapes, frame.isRightToLeft)
}

/** Shapes directly within an element; of alternatives the first that is drawn here. */
function shapesIn(tree: XmlElement | undefined): XmlElement[] {
  return childrenOf(tree).flatMap((element) => {
    if (SHAPES.test(element.name)) return [element]
    if (element.name !== 'mc:AlternateContent') return []
    const choices = [...childrenOf(element, 'mc:Choice'), ...childrenOf(element, 'mc:Fallback')]
    return choices.map(shapesIn).find((shapes) => shapes.length > 0) ?? []
  })
}

function isOutside(box: Box | undefined, { width, height }: SlideFrame): boolean {
  if (!box || width === 0 || height === 0) return false
  return box.right <= 0 || box.bottom <= 0 || box.left >= width || box.top >= height
}

function isDecorative(about: XmlElement | undefined): boolean {
  return childrenOf(findChild(about, 'a:extLst'), 'a:ext').some((extension) =>
    isTrue(findChild(extension, 'adec:decorative')?.attributes.get('val')),
  )
}

/** All texts within shapes, for counting words. */
export function allText(element: XmlElement | undefined): string {
  const texts: string[] = []
  const left = element ? [element] : []
  for (let next = left.pop(); next; next = left.pop()) {
    if (next.name === 'a:p') texts.push(innerText(next))
    else left.push(...childrenOf(next).toReversed())
  }
  return texts.join('\n')
}

/** Links of a slide to other parts and to addresses, by their ids. */
export type SlideLinks = ReadonlyMap<string, Relationship>

/** An address outside of the document that an id leads to. */
export function findAddress(links: SlideLinks, id: string | undefined): string | undefined {
  const link = id === undefined ? undefined : links.get(id)
  return link?.isExternal === true && link.type === 'hyperlink' ? link.target : undefined
}
