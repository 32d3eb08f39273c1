import { hasMoreThanPageNumber, sayAsides } from '../asides.ts'
import { Comments } from '../comments.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Choice } from '../document.ts'
import { FlowWriter } from '../flow-writer.ts'
import { isWhite } from '../looks.ts'
import { readCoreProperties } from '../package/core-properties.ts'
import { readBlocks, replayBlocks } from '../package/read-blocks.ts'
import { findChild, findRoot, readElements } from '../package/read-xml.ts'
import { readRelationships, type Relationship } from '../package/relationships.ts'
import type { ZipPackage } from '../package/zip-package.ts'
import type { OpenedPackage } from '../read-format.ts'
import { damagedPackage } from '../refusals.ts'
import { BodyReader } from './body-reader.ts'
import { readComments } from './comments.ts'
import { type DocumentParts, NoteLabels, type NoteKind } from './document-parts.ts'
import { DrawnObjects } from './drawn-objects.ts'
import { isOn } from './look.ts'
import { Numbering } from './numbering.ts'
import { plainText } from './plain-text.ts'
import { Styles } from './styles.ts'

type Relationships = ReadonlyMap<string, Relationship>

/** Reads a document of word processors (DOCX, DOCM, DOTX; ISO/IEC 29500, transitional and strict). */
export async function readDocx(
  { pack }: OpenedPackage,
  out: DocumentWriter,
  choice: Choice,
): Promise<void> {
  const main = [...(await readRelationships(pack, '')).values()].find(
    ({ type, isExternal }) => type === 'officeDocument' && !isExternal,
  )?.target
  const body = main === undefined ? undefined : await pack.findText(main)
  if (main === undefined || body === undefined) throw damagedPackage()
  out.describe(await readCoreProperties(pack))
  addFiles(pack, out)
  const relationships = await readRelationships(pack, main)
  const partOf = (type: string): string | undefined =>
    [...relationships.values()].find((each) => each.type === type && !each.isExternal)?.target
  const textOfPart = async (type: string): Promise<string | undefined> => {
    const part = partOf(type)
    return part === undefined ? undefined : pack.findText(part)
  }
  const styles = new Styles(await textOfPart('styles'))
  const comments = new Comments()
  const parts: DocumentParts = {
    out,
    flow: new FlowWriter(out),
    styles,
    numbering: new Numbering(
      await textOfPart('numbering'),
      (style) => styles.find(style)?.numbering,
    ),
    notes: new NoteLabels(),
    comments: readComments(await textOfPart('comments'), comments),
    objects: await DrawnObjects.load(pack, relationships),
    changes: { insertions: 0, deletions: 0, moves: 0 },
    choice,
    isShaded: hasColour(body),
  }
  const reader = new BodyReader(parts, relationships)
  try {
    readBlocks(body, reader)
    parts.flow.end()
    await writeBands(pack, reader.bands, relationships, {
      out,
      hasEven: isEvenOther(await textOfPart('settings')),
    })
    for (const kind of ['footnote', 'endnote'] as const) {
      const part = partOf(`${kind}s`)
      if (part !== undefined && parts.notes.has(kind)) await writeNotes(pack, part, kind, parts)
    }
    parts.flow.addComments(comments)
  } finally {
    sayAsides(out, parts.changes, comments)
  }
}

async function writeNotes(
  pack: ZipPackage,
  part: string,
  kind: NoteKind,
  parts: DocumentParts,
): Promise<void> {
  const source = await pack.findText(part)
  if (source === undefined) return
  const reader = new BodyReader(parts, await readRelationships(pack, part))
  readElements(
    source,
    (name) => name === `w:${kind}`,
    ({ attributes, children }) => {
      const label = parts.notes.find(kind, attributes.get('w:id') ?? '')
      if (label === undefined) return
      parts.flow.openNote(label)
      replayBlocks(children, reader)
      parts.flow.closeNote()
    },
  )
}

/** Writes what heads and ends the pages, each text once; numbers of pages are nothing to read. */
async function writeBands(
  pack: ZipPackage,
  bands: ReadonlyMap<string, string>,
  relationships: Relationships,
  { out, hasEven }: { out: DocumentWriter; hasEven: boolean },
): Promise<void> {
  const written = new Set<string>()
  for (const [id, use] of bands) {
    const [kind, type] = use.split(' ')
    const target = relationships.get(id)
    if (!target || target.isExternal || (type === 'even' && !hasEven)) continue
    const source = await pack.findText(target.target)
    const lines: string[] = []
    readElements(
      source ?? '',
      (name) => name === 'w:p',
      (paragraph) => {
        const line = plainText(paragraph)
        if (hasMoreThanPageNumber(line)) lines.push(line)
      },
    )
    const text = lines.join(' | ')
    const key = `${kind} ${text}`
    if (text === '' || written.has(key)) continue
    written.add(key)
    out.add('p', `${kind === 'header' ? 'Header' : 'Footer'}: ${text}`)
  }
}

function isEvenOther(settings: string | undefined): boolean {
  const element = findChild(findRoot(settings), 'w:evenAndOddHeaders')
  return element !== undefined && isOn(element)
}

/** Whether the pages have a colour, which text in white stands out on. */
function hasColour(body: string): boolean {
  const colour = /<\w+:background\b[^>]*\bcolor="([0-9A-Fa-f]{6})"/.exec(body.slice(0, 10_000))?.[1]
  return colour !== undefined && !isWhite(colour)
}

function addFiles(pack: ZipPackage, out: DocumentWriter): void {
  for (const name of pack.names) {
    if (/^word\/embeddings\/(?!.*\.bin$)/i.test(name)) {
      out.addFile({ name, bytes: pack.sizeOf(name) })
    }
  }
}
