import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { EverydayColumn, EverydayDocument, EverydayRow, EverydayTable } from './tables.ts'

/** As much of PDFKit as is used here. */
interface Canvas {
  pipe(to: NodeJS.WritableStream): void
  addPage(): void
  font(name: string): Canvas
  fontSize(size: number): Canvas
  fillColor(colour: string): Canvas
  widthOfString(text: string): number
  text(text: string, x: number, y: number, options: { lineBreak: false }): Canvas
  moveTo(x: number, y: number): Canvas
  lineTo(x: number, y: number): Canvas
  lineWidth(width: number): Canvas
  stroke(): Canvas
  rect(x: number, y: number, width: number, height: number): Canvas
  fill(colour: string): Canvas
  end(): void
}

/** The constructor of PDFKit. */
export type CanvasClass = new (options: { size: string; margin: number }) => Canvas

const LEFT = 50
const TOP = 60
const BOTTOM = 780
const INSET = 3
const LEADING = 1.2
const GUTTER = 30
const BOLD = { Helvetica: 'Helvetica-Bold', Times: 'Times-Bold' } as const
const PLAIN = { Helvetica: 'Helvetica', Times: 'Times-Roman' } as const

/** Draws a document to a file. */
export async function drawEveryday(
  Class: CanvasClass,
  { parts }: EverydayDocument,
  file: string,
): Promise<void> {
  const canvas = new Class({ size: 'A4', margin: 0 })
  const stream = createWriteStream(file)
  canvas.pipe(stream)
  let y = TOP
  for (const { text, table } of parts) {
    if (y > BOTTOM - 200) {
      canvas.addPage()
      y = TOP
    }
    canvas.font('Helvetica').fontSize(10).fillColor('#000')
    for (const line of wrapped(canvas, text, 480)) {
      canvas.text(line, LEFT, y, { lineBreak: false })
      y += 13
    }
    y += 8
    const width = table.columns.reduce((sum, column) => sum + column.width, 0)
    const ends = [drawTable(canvas, table, LEFT, y)]
    if (table.beside) ends.push(drawTable(canvas, table.beside, LEFT + width + GUTTER, y))
    y = Math.max(...ends) + 22
  }
  canvas.end()
  await once(stream, 'finish')
}

function wrapped(canvas: Canvas, text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && canvas.widthOfString(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function drawTable(canvas: Canvas, table: EverydayTable, x: number, from: number): number {
  const { columns, rows, look, over = [] } = table
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const lefts = columns.map((_, at) =>
    columns.slice(0, at).reduce((sum, column) => sum + column.width, x),
  )
  const line = (x1: number, y1: number, x2: number, y2: number, thick = 0.5): void => {
    canvas.lineWidth(thick).moveTo(x1, y1).lineTo(x2, y2).stroke()
  }
  let y = from
  let top = from
  const borders = (): void => {
    if (look.frame) {
      for (const edge of [top, y]) line(x, edge, x + width, edge, 1)
      for (const edge of [x, x + width]) line(edge, top, edge, y, 1)
    }
    if (look.columnRules) for (const left of lefts.slice(1)) line(left, top, left, y)
  }
  const put = (text: string, column: EverydayColumn, left: number, at: number, isHead: boolean) => {
    const align = isHead ? (column.headAlign ?? column.align) : column.align
    const own = canvas.widthOfString(text)
    const room = column.width - own - INSET * 2
    const shift = align === 'right' ? room : align === 'centre' ? room / 2 : 0
    canvas.text(text, left + INSET + shift, at, { lineBreak: false })
  }
  const row = ({ cells, indent = 0, kind }: EverydayRow, at: number, isHead: boolean): void => {
    const isBold = isHead ? look.boldHead : kind !== undefined
    canvas.font((isBold ? BOLD : PLAIN)[look.font]).fontSize(look.size)
    const texts = cells.map((text, index) =>
      text === ''
        ? []
        : kind
          ? [text]
          : wrapped(canvas, text, (columns[index]?.width ?? 0) - INSET * 2),
    )
    const lines = Math.max(1, ...texts.map((own) => own.length))
    const height = lines * look.size * LEADING + look.padding * 2
    if (isHead && look.darkHead) canvas.rect(x, y, width, height).fill('#234')
    else if (!isHead && look.zebra && at % 2) canvas.rect(x, y, width, height).fill('#e8e8ee')
    canvas.fillColor(isHead && look.darkHead ? '#fff' : '#000')
    for (const [index, own] of texts.entries()) {
      const column = columns[index] as EverydayColumn
      const left = (lefts[index] ?? 0) + (index === 0 ? indent : 0)
      for (const [down, text] of own.entries())
        put(text, column, left, y + look.padding + down * look.size * LEADING, isHead)
    }
    canvas.fillColor('#000')
    y += height
    if (isHead ? look.headRule : look.rowRules) line(x, y, x + width, y)
  }
  const head = (): void => {
    if (look.headRule) line(x, y, x + width, y, 1)
    if (over.length > 0) {
      canvas.font(BOLD[look.font]).fontSize(look.size)
      for (const { text, from: first, to } of over) {
        const left = lefts[first] ?? 0
        const right = (lefts[to] ?? 0) + (columns[to]?.width ?? 0)
        const own = canvas.widthOfString(text)
        canvas.text(text, (left + right - own) / 2, y + look.padding, { lineBreak: false })
        line(
          left + INSET,
          y + look.size * LEADING + look.padding * 2,
          right - INSET,
          y + look.size * LEADING + look.padding * 2,
          0.4,
        )
      }
      y += look.size * LEADING + look.padding * 2 + 1
    }
    row({ cells: columns.map((column) => column.head) }, 0, true)
  }
  head()
  for (const [at, one] of rows.entries()) {
    if (y > BOTTOM) {
      borders()
      canvas.addPage()
      y = TOP
      top = TOP
      head()
    }
    row(one, at, false)
  }
  borders()
  return y
}
