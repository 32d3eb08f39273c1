const PAGE_WIDTH_PT = 420
const PAGE_HEIGHT_PT = 300
const MARGIN_PT = 40
const TITLE_SIZE_PT = 18
const TEXT_SIZE_PT = 11
const ROW_HEIGHT_PT = 20
const COLUMN_WIDTH_PT = 110

/** One page: a title, a ruled table and a sentence, all in ASCII. */
interface PdfText {
  title: string
  rows: readonly (readonly string[])[]
  sentence: string
}

/** Writes a PDF of one page (ISO 32000-1), as a program for invoices might. */
export function writePdf({ title, rows, sentence }: PdfText): Buffer {
  const top = PAGE_HEIGHT_PT - MARGIN_PT
  const tableTop = top - ROW_HEIGHT_PT
  const tableEnd = tableTop - rows.length * ROW_HEIGHT_PT
  const columns = rows[0]?.length ?? 0
  const right = MARGIN_PT + columns * COLUMN_WIDTH_PT
  const lines = [
    ...Array.from({ length: rows.length + 1 }, (_, row) => {
      const y = tableTop - row * ROW_HEIGHT_PT
      return `${MARGIN_PT} ${y} m ${right} ${y} l S`
    }),
    ...Array.from({ length: columns + 1 }, (_, column) => {
      const x = MARGIN_PT + column * COLUMN_WIDTH_PT
      return `${x} ${tableTop} m ${x} ${tableEnd} l S`
    }),
  ]
  const cells = rows.flatMap((row, at) =>
    row.map((cell, column) =>
      drawText(cell, {
        x: MARGIN_PT + column * COLUMN_WIDTH_PT + 6,
        y: tableTop - (at + 1) * ROW_HEIGHT_PT + 6,
        font: at === 0 ? 'F2' : 'F1',
        size: TEXT_SIZE_PT,
      }),
    ),
  )
  const content = [
    drawText(title, { x: MARGIN_PT, y: top, font: 'F2', size: TITLE_SIZE_PT }),
    ...lines,
    ...cells,
    drawText(sentence, { x: MARGIN_PT, y: tableEnd - 30, font: 'F1', size: TEXT_SIZE_PT }),
  ].join('\n')
  return joinObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH_PT} ${PAGE_HEIGHT_PT}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escaped(title)}) >>`,
  ])
}

interface Place {
  x: number
  y: number
  font: 'F1' | 'F2'
  size: number
}

function drawText(text: string, { x, y, font, size }: Place): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, '\\$&')
}

/** The objects one after the other, and the table of where each begins. */
function joinObjects(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const starts = objects.map((object, at) => {
    const start = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  return Buffer.from(
    `${file}xref\n0 ${count}\n0000000000 65535 f \n${table}` +
      `trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}
