import { hasMoreThanPageNumber, sayAsides } from '../asides.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Choice } from '../document.ts'
import { readBlocks, replayBlocks } from '../package/read-blocks.ts'
import { childrenOf, readElements } from '../package/read-xml.ts'
import type { OpenedPackage } from '../read-format.ts'
import { damagedPackage } from '../refusals.ts'
import { readMeta, requirePlain } from './properties.ts'
import { TextBodyReader } from './text-body.ts'
import { openTextParts, type TextParts } from './text-parts.ts'
import { shownText } from './text-plain.ts'
import { TextStyles } from './text-styles.ts'

/** The pages that a document begins with. */
const ORDINARY_PAGES = 'Standard'

/** Reads a text document of ODF (ODT, OTT). */
export async function readOdt(
  { pack }: OpenedPackage,
  out: DocumentWriter,
  choice: Choice,
): Promise<void> {
  await requirePlain(pack)
  out.describe(await readMeta(pack))
  const content = await pack.findText('content.xml')
  if (content === undefined) throw damagedPackage()
  const common = (await pack.findText('styles.xml')) ?? ''
  const styles = new TextStyles()
  styles.add(common, true)
  styles.masterPages.clear()
  styles.add(content, false)
  const parts = await openTextParts({ pack }, { out, styles, choice })
  const reader = new TextBodyReader(parts)
  try {
    readBlocks(content, reader)
    parts.flow.end()
    writeBands(common, parts)
    for (let notes = parts.notes.take(); notes.length > 0; notes = parts.notes.take()) {
      for (const { label, body } of notes) {
        parts.flow.openNote(label)
        replayBlocks(body.children, reader)
        parts.flow.closeNote()
      }
    }
    parts.flow.addComments(parts.comments)
  } finally {
    sayAsides(out, parts.changes, parts.comments)
  }
}

/** Writes what heads and ends the pages, each text once. */
function writeBands(common: string, { out, styles }: TextParts): void {
  const written = new Set<string>()
  readElements(
    common,
    (name) => name === 'style:master-page',
    ({ attributes, children }) => {
      const name = attributes.get('style:name') ?? ''
      if (name !== ORDINARY_PAGES && !styles.masterPages.has(name)) return
      for (const band of children) {
        if (typeof band === 'string') continue
        const kind = /^style:(header|footer)/.exec(band.name)?.[1]
        if (kind === undefined || band.attributes.get('style:display') === 'false') continue
        const text = childrenOf(band).map(shownText).filter(hasMoreThanPageNumber).join(' | ')
        const key = `${kind} ${text}`
        if (text === '' || written.has(key)) continue
        written.add(key)
        out.add('p', `${kind === 'header' ? 'Header' : 'Footer'}: ${text}`)
      }
    },
  )
}
