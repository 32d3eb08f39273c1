import { childrenOf, findChild, type XmlElement } from '../package/read-xml.ts'

/** What stands in a drawing: boxes of text, pictures by their names, rules. */
export interface Drawn {
  boxes: XmlElement[]
  pictures: string[]
  /** Charts and diagrams, by the ids of their relationships, with what they are called. */
  objects: { id: string; name: string }[]
  /** Where a click on it leads, as an id of a relationship. */
  link: string | undefined
  hasRule: boolean
}

/** Reads a drawing (`w:drawing`, `w:pict`, `w:object`), of groups all that is in them. */
export function readDrawing(drawing: XmlElement): Drawn {
  const drawn: Drawn = { boxes: [], pictures: [], objects: [], link: undefined, hasRule: false }
  /** What the drawing, or the shape around, is called. */
  let name = ''
  const visit = (element: XmlElement): void => {
    const { attributes } = element
    switch (element.name) {
      case 'mc:AlternateContent':
        for (const child of branchOf(element)) visit(child)
        return
      case 'w:txbxContent':
        drawn.boxes.push(element)
        return
      case 'wp:docPr':
      case 'pic:cNvPr':
        name = attributes.get('descr')?.trim() || attributes.get('title')?.trim() || name
        drawn.link ??= childrenOf(element, 'a:hlinkClick')[0]?.attributes.get('r:id')
        break
      case 'v:shape':
      case 'v:rect':
        name = attributes.get('alt')?.trim() ?? name
        if (isOnValue(attributes.get('o:hr'))) drawn.hasRule = true
        break
      case 'pic:blipFill':
      case 'v:imagedata':
        drawn.pictures.push(name || (attributes.get('o:title')?.trim() ?? ''))
        return
      case 'c:chart':
      case 'cx:chart':
        drawn.objects.push({ id: attributes.get('r:id') ?? '', name: name || 'chart' })
        return
      case 'dgm:relIds':
        drawn.objects.push({ id: attributes.get('r:dm') ?? '', name: name || 'diagram' })
        return
      default:
    }
    for (const child of childrenOf(element)) visit(child)
  }
  visit(drawing)
  return drawn
}

/** The one branch of contents for several programs that is read: the first with anything in it, as the newest programs choose. */
export function branchOf(alternate: XmlElement): XmlElement[] {
  const choices = [...childrenOf(alternate, 'mc:Choice'), findChild(alternate, 'mc:Fallback')]
  return childrenOf(choices.find((choice) => choice && childrenOf(choice).length > 0))
}

function isOnValue(value: string | undefined): boolean {
  return value === 't' || value === 'true' || value === '1'
}
