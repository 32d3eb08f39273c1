import { readFileSync } from 'node:fs'
import createMarkdownIt from 'markdown-it'
import { loadModel } from '../../src/extract/content/model/load-model.ts'
import { selectContent } from '../../src/extract/content/select-content.ts'
import { writeMarkdown } from '../../src/extract/emit/write-markdown.ts'
import { decodeHtml } from '../../src/lib/decode.ts'
import { cleanText } from '../../src/lib/text.ts'
import { parsePage, type PageTree } from '../../src/markup/html/parse-page.ts'
import { visitNodes } from '../../src/markup/html/tree/node.ts'
import { benchPages } from '../data.ts'
import { htmlToText } from './plain.ts'

const PAGES_COUNT = 500
const FAITHFUL_MIN_F1 = 0.99
const reader = createMarkdownIt({ html: true })

/** One sentence on how much of the text is there again when a reader of Markdown has shown it. */
export async function roundTripText(): Promise<string> {
  const pages = (await benchPages('extraction/wcxb-dev.tar.xz')).slice(0, PAGES_COUNT)
  const model = await loadModel()
  const scores = pages.map(({ id, file, url }) => {
    const tree = parsePage(decodeHtml(readFileSync(file), ''))
    const { kept } = selectContent(tree, url, model)
    const style = { links: 'inline', images: 'keep' } as const
    return { id, f1: roundTripF1(tree, kept, writeMarkdown(tree, { kept }, url, style)) }
  })
  const mean = scores.reduce((sum, { f1 }) => sum + f1, 0) / scores.length
  const lossy = scores.filter(({ f1 }) => f1 < FAITHFUL_MIN_F1)
  const worst = lossy.toSorted((a, b) => a.f1 - b.f1).slice(0, 5)
  return (
    `Round trip of ${scores.length} WCXB dev pages, Markdown to HTML (markdown-it) to text, against the text of the nodes that ` +
    `were kept: word F1 ${mean.toFixed(4)}; ${lossy.length} pages below ${FAITHFUL_MIN_F1}` +
    `${worst.length === 0 ? '' : `, the worst ${worst.map(({ id, f1 }) => `${id} ${f1.toFixed(3)}`).join(', ')}`}.`
  )
}

/** Word F1 of the text that a reader of Markdown shows against the text of the kept nodes. */
export function roundTripF1(tree: PageTree, kept: Uint8Array, markdown: string): number {
  // A plain reader knows no footnotes: it would take short ones for definitions of links.
  const plain = markdown.replaceAll(/^\[\^[^\]\n]{1,20}\]: /gm, '')
  const renderedWords = words(htmlToText(reader.render(plain)))
  const keptWords = words(cleanText(keptText(tree, kept)))
  const counts = new Map<string, number>()
  for (const word of keptWords) counts.set(word, (counts.get(word) ?? 0) + 1)
  let hits = 0
  for (const word of renderedWords) {
    const left = counts.get(word) ?? 0
    if (left === 0) continue
    counts.set(word, left - 1)
    hits += 1
  }
  return keptWords.length + renderedWords.length === 0
    ? 1
    : (2 * hits) / (keptWords.length + renderedWords.length)
}

function words(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function keptText({ root }: PageTree, kept: Uint8Array): string {
  let text = ''
  const border = (isBlock: boolean): void => {
    if (isBlock) text += '\n'
  }
  visitNodes(
    root,
    (node) => {
      if (kept[node.id] === 0) return false
      if (node.isText) text += node.data
      else border(node.isBlock)
      return true
    },
    ({ isBlock }) => border(isBlock),
  )
  return text
}
