import { openPdf } from '../../src/pdf/file/document.ts'
import type { PdfJobOutput } from '../../src/pdf/pdf-job.ts'

interface Item {
  str?: string
  transform?: number[]
}

/**
 * The letters and digits that pages show and that are neither in the Markdown nor among what was removed, as often as they are
 * missing: empty where nothing is lost. Text that is drawn twice at one place is seen once.
 */
export async function lostText(
  bytes: Uint8Array,
  output: Pick<PdfJobOutput, 'markdown' | 'removed'>,
  pages?: readonly number[],
): Promise<string> {
  return missingText(await shownText(bytes, pages), output)
}

/** The letters and digits of texts that are neither in the Markdown nor among what was removed, as often as they are missing. */
export function missingText(
  texts: readonly string[],
  { markdown, removed }: Pick<PdfJobOutput, 'markdown' | 'removed'>,
): string {
  const visibleChars = countChars(texts)
  const kept = countChars([withoutAddresses(markdown), ...removed.map(({ text }) => text)])
  const lost = [...visibleChars].flatMap(([char, count]) => {
    const missing = count - (kept.get(char) ?? 0)
    return missing > 0 ? [char.repeat(missing)] : []
  })
  return lost.join('')
}

/** The text items of pages, as the file draws them. */
export async function shownText(bytes: Uint8Array, pages?: readonly number[]): Promise<string[]> {
  const { pdf, close } = await openPdf(new Uint8Array(bytes))
  try {
    const texts: string[] = []
    const numbers = pages ?? Array.from({ length: pdf.numPages }, (_, index) => index + 1)
    for (const number of numbers) {
      const page = await pdf.getPage(number).catch(() => undefined)
      const content = await page?.getTextContent().catch(() => undefined)
      texts.push(...seenOnce((content?.items ?? []) as Item[]))
      page?.cleanup()
    }
    return texts
  } finally {
    await close()
  }
}

function seenOnce(items: readonly Item[]): string[] {
  const seen = new Set<string>()
  return items.flatMap(({ str = '', transform = [] }) => {
    const [, , , height = 0, x = 0, y = 0] = transform
    const text = str.trim()
    if (text === '') return []
    const step = Math.max(0.5, Math.abs(height) * 0.1)
    const places = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].map((dy) => `${text} ${Math.round(x / step) + dx} ${Math.round(y / step) + dy}`),
    )
    const isTwice = places.some((place) => seen.has(place))
    seen.add(`${text} ${Math.round(x / step)} ${Math.round(y / step)}`)
    return isTwice ? [] : [text]
  })
}

/** Addresses of links are no text of the page, and would make up for text that is lost; in code they are text. */
function withoutAddresses(markdown: string): string {
  const pieces = markdown.split(/((?<!\\)(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\2(?!`))/)
  // Between two pieces of other text stand the code and its fence.
  return pieces
    .map((piece, index) => (index % 3 === 0 ? withoutTargets(piece) : index % 3 === 1 ? piece : ''))
    .join('')
}

function withoutTargets(text: string): string {
  return text.replaceAll(/\]\((?:<[^>\n]*>|[^)\s]*)\)/g, ']')
}

/** Letters and digits, without those that no reader sees. */
const VISIBLE = /[[\p{L}\p{N}]--\p{Default_Ignorable_Code_Point}]/gv

function countChars(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const char of text.normalize('NFKC').match(VISIBLE) ?? []) {
      counts.set(char, (counts.get(char) ?? 0) + 1)
    }
  }
  return counts
}
