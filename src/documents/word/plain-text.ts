import { innerText, type XmlElement } from '../package/read-xml.ts'
import { Fields, isOfPages } from './fields.ts'
import { isOn } from './look.ts'

/** The text that a paragraph shows, without its looks and without numbers of pages. */
export function plainText(paragraph: XmlElement): string {
  const parts: string[] = []
  const fields = new Fields()
  const visit = (element: XmlElement): void => {
    const { name, attributes, children } = element
    switch (name) {
      case 'w:fldChar':
        fields.take(element)
        return
      case 'w:instrText':
        fields.addInstruction(innerText(element))
        return
      case 'w:t':
        if (fields.showsText && !fields.showsPages) parts.push(innerText(element))
        return
      case 'w:tab':
      case 'w:br':
      case 'w:cr':
      case 'w:ptab':
        parts.push(' ')
        return
      case 'w:noBreakHyphen':
        parts.push('-')
        return
      case 'w:pPr':
      case 'w:del':
      case 'w:moveFrom':
      case 'mc:Fallback':
        return
      case 'w:fldSimple':
        if (isOfPages(attributes.get('w:instr') ?? '')) return
        break
      case 'w:r':
        if (isHidden(children)) return
        break
      case 'w:p':
        parts.push(' ')
        break
      default:
    }
    for (const child of children) if (typeof child !== 'string') visit(child)
  }
  visit(paragraph)
  return parts.join('').replaceAll(/\s+/g, ' ').trim()
}

function isHidden(children: XmlElement['children']): boolean {
  return children.some(
    (child) =>
      typeof child !== 'string' &&
      child.name === 'w:rPr' &&
      child.children.some((one) => typeof one !== 'string' && one.name === 'w:vanish' && isOn(one)),
  )
}
