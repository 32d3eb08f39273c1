import { rewriteMarkdown } from '../../extract/markdown/markdown-rewrite.ts'
import { decodeText } from '../../lib/decode.ts'
import { isRecord } from '../../lib/is-record.ts'
import { isJsonDeeperThan } from '../../lib/json-depth.ts'
import { cleanText } from '../../lib/text.ts'
import { FenceTracker } from '../../markdown/parts/fence.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Choice, Source } from '../document.ts'
import { damagedPackage } from '../refusals.ts'
import { writeHtml } from '../text/html-body.ts'

type Fields = Record<string, unknown>

const JSON_DEPTH_MAX = 100
/** Pictures of a cell that stand in the notebook itself. */
const INNER_PICTURE = /!\[([^\]\n]{0,300})\]\((?:attachment|data):[^)\n]*\)/g
/** A page mark of ours would be taken for one. */
const PAGE_MARK = /^<!-- page \d+ -->$/gm
/** The first line of a cell in another language than the notebook's. */
const CELL_LANGUAGE = /^%%(bash|sh|html|javascript|js|latex|sql|perl|ruby|R|script)\b/
/** Formats of pictures, of which one output may have several. */
const PICTURE = /^image\//

/** Reads a notebook (nbformat 3 and 4): its cells with what they gave. Throws `unparsable`. */
export async function readIpynb(
  { bytes, contentType }: Source,
  out: DocumentWriter,
  { keepsHidden }: Choice,
): Promise<void> {
  const notebook = parse(decodeText(bytes, contentType))
  const metadata = fieldsOf(notebook['metadata'])
  const authors = listOf(metadata['authors']).map((author) =>
    textIn(fieldsOf(author)['name'] ?? author),
  )
  out.describe({ title: textIn(metadata['title'] ?? metadata['name']), authors })
  const language =
    textIn(fieldsOf(metadata['language_info'])['name']) ||
    textIn(fieldsOf(metadata['kernelspec'])['language'])
  const sheets = listOf(notebook['worksheets']).map(fieldsOf)
  const cells =
    sheets.length > 0
      ? sheets.flatMap(({ cells: inner }) => listOf(inner))
      : listOf(notebook['cells'])
  for (const cell of cells) writeCell(fieldsOf(cell), { out, language, keepsHidden })
}

interface Settings {
  out: DocumentWriter
  /** Of the kernel. */
  language: string
  keepsHidden: boolean
}

function writeCell(cell: Fields, settings: Settings): void {
  const { out } = settings
  const source = textIn(cell['source'] ?? cell['input'])
  const type = textIn(cell['cell_type'])
  if (type === 'markdown' || type === 'html') addMarkdown(source, out)
  else if (type === 'heading') {
    const level = Math.min(Math.max(Math.trunc(Number(cell['level'])) || 1, 1), 6)
    out.add(`h${level}`, source)
  } else if (type === 'code') {
    const language =
      CELL_LANGUAGE.exec(source)?.[1] ?? (textIn(cell['language']) || settings.language)
    if (source.trim() !== '') out.addCode(source, /^[\w+#.-]{1,30}$/.test(language) ? language : '')
    writeOutputs(listOf(cell['outputs']).map(fieldsOf), settings)
  } else if (source.trim() !== '') out.addCode(source, '')
}

function writeOutputs(outputs: readonly Fields[], settings: Settings): void {
  let stream = ''
  const endStream = (): void => {
    writeText(stream, settings.out)
    stream = ''
  }
  for (const output of outputs) {
    const type = textIn(output['output_type'])
    if (type === 'stream') {
      stream += textIn(output['text'])
      continue
    }
    endStream()
    if (type === 'error' || type === 'pyerr') writeError(output, settings.out)
    else writeData(isRecord(output['data']) ? output['data'] : ofVersion3(output), settings)
  }
  endStream()
}

/** The best form of a result: a table, Markdown, a text, and a picture by its name. */
function writeData(data: Fields, { out, keepsHidden }: Settings): void {
  const read = (type: string): string => textIn(data[type])
  const [html, text] = [read('text/html'), read('text/plain')]
  const picture = Object.keys(data).find((type) => PICTURE.test(type))
  if (picture !== undefined) {
    out.open('p')
    // Programs say no more of a picture than `<Figure size 640x480 with 1 Axes>`.
    out.addPicture(/^<.*>$/s.test(text.trim()) ? 'output' : text.trim() || 'output')
    out.close('p')
  } else if (html !== '' && (text === '' || /<table[\s>]/i.test(html))) {
    writeHtml(html, out, {
      footnotes: undefined,
      keepsHidden,
      findAddress: (href) => href,
      findPictureName: ({ alt = '' }) => alt,
    })
  } else if (read('text/markdown') !== '') addMarkdown(read('text/markdown'), out)
  else if (read('text/latex') !== '') {
    out.addMath(
      read('text/latex')
        .trim()
        .replaceAll(/^\$+|\$+$/g, '')
        .replace(/^\\displaystyle\s*/, ''),
      true,
    )
  } else if (text !== '') writeText(text, out)
  else if (data['application/json'] !== undefined) {
    out.addCode(JSON.stringify(data['application/json'], undefined, 2), 'json')
  }
}

/** The outputs of version 3 have their forms beside their other fields, by shorter names. */
function ofVersion3(output: Fields): Fields {
  const names = {
    text: 'text/plain',
    html: 'text/html',
    latex: 'text/latex',
    png: 'image/png',
    jpeg: 'image/jpeg',
    svg: 'image/svg+xml',
  }
  return Object.fromEntries(
    Object.entries(names)
      .filter(([name]) => output[name] !== undefined)
      .map(([name, type]) => [type, output[name]]),
  )
}

function writeError(output: Fields, out: DocumentWriter): void {
  const trace = cleanText(listOf(output['traceback']).map(textIn).join('\n'))
  const line = `${textIn(output['ename'])}: ${textIn(output['evalue'])}`
  writeText(
    trace.includes(textIn(output['evalue'])) && trace !== '' ? trace : `${trace}\n${line}`,
    out,
  )
}

/** Writes what a program printed; of lines that were written over and over the last state. */
function writeText(text: string, out: DocumentWriter): void {
  const printed = cleanText(
    text
      .split('\n')
      .map((line) => line.replace(/\r$/, '').replace(/^[^]*\r/, ''))
      .join('\n'),
  ).replaceAll(/^\n+|\s+$/g, '')
  if (printed === '') return
  out.add('p', 'Output:')
  out.addCode(printed, '')
}

/** Adds the Markdown of a cell; blocks of code that it leaves open end with it. */
function addMarkdown(source: string, out: DocumentWriter): void {
  let pictures = 0
  const named = cleanText(source)
    .replaceAll(PAGE_MARK, '')
    .replaceAll(INNER_PICTURE, (_, alt: string) => {
      pictures += 1
      return alt === '' ? '\\[picture\\]' : `\\[picture: ${alt}\\]`
    })
  const markdown = rewriteMarkdown(named.trim(), { links: 'inline', images: 'keep' })
  const fences = new FenceTracker()
  for (const line of markdown.split('\n')) fences.isFenced(line)
  out.addMarkdown(fences.isOpen ? `${markdown}\n${fences.closing}` : markdown, pictures)
}

function parse(text: string): Fields {
  if (isJsonDeeperThan(JSON_DEPTH_MAX, text)) throw damagedPackage()
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (thrown) {
    throw damagedPackage(thrown)
  }
  return fieldsOf(parsed)
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text is one string, or a list of its lines. */
function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.filter((line) => typeof line === 'string').join('')
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
