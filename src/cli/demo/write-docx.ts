import { crc32 } from 'node:zlib'

/** A heading and what follows it, all without markup. */
interface DocxText {
  heading: string
  paragraphs: readonly string[]
}

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE_DOCUMENT =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** Writes a document of a word processor (ECMA-376), with as little as one needs. */
export function writeDocx({ heading, paragraphs }: DocxText): Buffer {
  const body = [
    paragraph(heading, '<w:outlineLvl w:val="0"/>'),
    ...paragraphs.map((text) => paragraph(text)),
  ].join('')
  return zipStored({
    '[Content_Types].xml': `<Types xmlns="${CONTENT_TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE_DOCUMENT}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${MAIN}"><w:body>${body}</w:body></w:document>`,
  })
}

function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

const LOCAL_HEAD_BYTES = 30
const ENTRY_HEAD_BYTES = 46
const END_BYTES = 22

/** A zip archive whose files are not compressed. */
function zipStored(files: Readonly<Record<string, string>>): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    const local = Buffer.alloc(LOCAL_HEAD_BYTES)
    local.writeUInt32LE(0x04034b50, 0)
    const entry = Buffer.alloc(ENTRY_HEAD_BYTES)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt32LE(at, 42)
    // The list repeats the head of each file, two bytes further on.
    for (const [head, offset] of [
      [local, 14],
      [entry, 16],
    ] as const) {
      head.writeUInt32LE(crc32(content), offset)
      head.writeUInt32LE(content.length, offset + 4)
      head.writeUInt32LE(content.length, offset + 8)
      head.writeUInt16LE(name.length, offset + 12)
    }
    bodies.push(local, Buffer.from(name), content)
    entries.push(entry, Buffer.from(name))
    at += local.length + name.length + content.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, list, end])
}
