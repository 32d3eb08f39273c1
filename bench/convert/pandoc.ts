import { execFileSync, spawnSync } from 'node:child_process'
import { htmlToMarkdown } from '../../src/convert/html/html-to-markdown.ts'
import { markdownToHtml } from '../../src/convert/markdown/markdown-reader.ts'
import { ODD_DOCUMENTS } from './documents.ts'
import { signature } from './signature.ts'

const DOCUMENTS_COUNT = 40
const OUTPUT_MAX_BYTES = 50_000_000

/**
 * Lines on how many of 40 documents survive HTML to Markdown to HTML, by our own writer and reader, and by those of the installed
 * pandoc (its own Markdown, and GFM): documents of `bodies`, and those with footnotes, definitions and the like.
 */
export function compareWithPandoc(bodies: readonly string[]): string[] {
  const { stdout, status } = spawnSync('pandoc', ['--version'], { encoding: 'utf8' })
  if (status !== 0) return ['pandoc is not installed: no comparison with it.']
  const usual = bodies.slice(0, DOCUMENTS_COUNT - ODD_DOCUMENTS.length)
  const systems: readonly [string, (html: string) => string][] = [
    ['Bellhop', (html) => markdownToHtml(htmlToMarkdown(html), 'gfm')],
    [
      stdout.split('\n', 1)[0] ?? 'pandoc',
      (html) => throughPandoc(html, 'markdown-implicit_figures-smart'),
    ],
    ['the same, GFM', (html) => throughPandoc(html, 'gfm')],
  ]
  return [
    '| there and back by the same program | README files and book chapters | footnotes, definitions, superscripts, bases … |',
    '| --- | --- | --- |',
    ...systems.map(
      ([name, convert]) =>
        `| ${name} | ${keptOf(usual, convert)} | ${keptOf(ODD_DOCUMENTS, convert)} |`,
    ),
  ]
}

function keptOf(documents: readonly string[], convert: (html: string) => string): string {
  const kept = documents.filter((html) => shapeOf(convert(html)) === shapeOf(html))
  return `${kept.length}/${documents.length}`
}

/** The signature of a document, and its raised and lowered parts, terms and definitions; footnotes by their number, without their links. */
function shapeOf(html: string): string {
  const based = withBase(html)
  const plain = based
    .replaceAll(/<a [^>]*href="#fnref[^"]*"[^>]*>.*?<\/a>/g, '')
    .replaceAll(/<sup[^>]*>\s*<a [^>]*href="#fn[^>]*>([^<]*)<\/a>\s*<\/sup>/g, '⟦$1⟧')
    .replaceAll(/<a [^>]*href="#fn[^>]*>\s*<sup>([^<]*)<\/sup>\s*<\/a>/g, '⟦$1⟧')
    .replaceAll(/(<(?:section|div)[^>]*footnotes[^>]*>)\s*<hr[^>]*>/g, '$1')
  const parts = plain.match(/<(?:sup|sub|dt|dd)\b/g) ?? []
  const lines = plain.replaceAll(/<\/?(?:dl|dt|dd)\b[^>]*>/g, '<p></p>')
  return `${signature(lines)}\n${parts.join(' ')}`
}

/** The addresses of a document as its base says. */
function withBase(html: string): string {
  const base = /<base href="([^"]*)">/.exec(html)?.[1]
  if (base === undefined) return html
  return html
    .replace(/<base[^>]*>/, '')
    .replaceAll(
      /(href|src)="([^"]*)"/g,
      (_, name: string, address: string) => `${name}="${new URL(address, base).href}"`,
    )
}

function throughPandoc(html: string, format: string): string {
  const markdown = pandoc('html', format, html)
  return pandoc(format, 'html', markdown)
}

function pandoc(from: string, to: string, input: string): string {
  const args = ['-f', from, '-t', to, '--wrap=none', '--no-highlight']
  return execFileSync('pandoc', args, { input, encoding: 'utf8', maxBuffer: OUTPUT_MAX_BYTES })
}
