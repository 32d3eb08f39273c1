import type { DocumentWriter } from '../document-writer.ts'
import { childrenOf, findChild, findRoot, innerText, type XmlElement } from '../package/read-xml.ts'
import { readRelationships, type Relationship } from '../package/relationships.ts'
import type { ZipPackage } from '../package/zip-package.ts'
import { addChart } from '../write-sheet.ts'

/** Writes what is drawn over a sheet: texts in boxes, names of pictures, titles of charts. */
export async function writeDrawings(
  pack: ZipPackage,
  links: readonly Relationship[],
  out: DocumentWriter,
): Promise<void> {
  for (const { type, target, isExternal } of links) {
    if (isExternal || type !== 'drawing') continue
    const root = findRoot(await pack.findText(target))
    const charts = [...(await readRelationships(pack, target)).values()]
    for (const element of shapesOf(root)) writeShape(element, out)
    for (const chart of charts) {
      if (chart.isExternal || chart.type !== 'chart') continue
      const title = findChild(findRoot(await pack.findText(chart.target)), 'c:chart', 'c:title')
      addChart(textsOf(title).join(' '), out)
    }
  }
}

/** All pictures and boxes of a drawing in its order, also those in groups. */
function shapesOf(root: XmlElement | undefined): XmlElement[] {
  const shapes: XmlElement[] = []
  const left = root ? [root] : []
  for (let next = left.pop(); next; next = left.pop()) {
    if (next.name === 'xdr:pic' || next.name === 'xdr:sp') shapes.push(next)
    else left.push(...childrenOf(next).toReversed())
  }
  return shapes
}

function writeShape(shape: XmlElement, out: DocumentWriter): void {
  if (shape.name === 'xdr:pic') {
    const { attributes } = findChild(shape, 'xdr:nvPicPr', 'xdr:cNvPr') ?? shape
    out.open('p')
    out.addPicture(attributes.get('descr') ?? attributes.get('name') ?? '')
    out.close('p')
    return
  }
  for (const text of textsOf(findChild(shape, 'xdr:txBody'))) out.add('p', text)
}

/** The paragraphs within an element that say something. */
function textsOf(holder: XmlElement | undefined): string[] {
  const texts: string[] = []
  const left = holder ? [holder] : []
  for (let next = left.pop(); next; next = left.pop()) {
    if (next.name !== 'a:p') left.push(...childrenOf(next).toReversed())
    else
      texts.push(
        childrenOf(next)
          .map((run) => (run.name === 'a:br' ? '\n' : innerText(findChild(run, 'a:t'))))
          .join(''),
      )
  }
  return texts.filter((text) => text.trim() !== '')
}
