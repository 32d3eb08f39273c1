import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import spec from 'commonmark-spec'
import createMarkdownIt from 'markdown-it'
import { htmlToMarkdown } from '../src/convert/html/html-to-markdown.ts'
import { markdownToHtml } from '../src/convert/markdown/markdown-reader.ts'
import { scoreCsvSuites } from './convert/csv-suites.ts'
import { type Example, normalised, readExamples } from './convert/examples.ts'
import { measureHostile } from './convert/hostile.ts'
import { countKeptNumbers } from './convert/numbers.ts'
import { compareWithPandoc } from './convert/pandoc.ts'
import { signature } from './convert/signature.ts'
import { measureLargeCsv, measureSpeed, turndownWithGfm } from './convert/speed.ts'
import { unpackedFolder } from './data.ts'
import { machineLine, recordSection } from './record.ts'

const definitions =
  'Right: the same HTML as in the specification, but for line breaks between elements and the order of attributes. Round trip: HTML to Markdown to HTML (read by bare markdown-it, tasks by our GFM reader) has the same signature (`bench/convert/signature.ts`): headings, lists, items, code blocks, quotations, rules, breaks, tables with rows and cells, boxes, emphasis, strikethrough, code, links and images with their addresses, nested as they were, and all text, white space collapsed. The GFM cases are all examples of its table, task and strikethrough extensions. Speeds: process CPU, least of three turns of seven rounds each; CSV output is timed up to its bytes, since JavaScript copies a concatenated text only then.'

function rightOf(examples: readonly Example[], render: (markdown: string) => string): string {
  const right = examples.filter(
    ({ markdown, html }) => normalised(render(markdown)) === normalised(html),
  )
  return `${right.length}/${examples.length}`
}

function keptOf(
  documents: readonly string[],
  toMarkdown: (html: string) => string,
  toHtml: (markdown: string) => string,
): string {
  const kept = documents.filter((html) => {
    try {
      return signature(toHtml(toMarkdown(html))) === signature(html)
    } catch {
      return false
    }
  })
  return `${kept.length}/${documents.length}`
}

async function documentsOf(folder: string, suffix: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(suffix)).toSorted()
  return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
}

/** Scores `convert` on the examples of its standards and against the usual libraries. */
export async function run(): Promise<void> {
  const folder = await unpackedFolder('formats/dev.tar.xz')
  const released: Example[] = spec.tests.map((example) => ({
    markdown: example.markdown.replaceAll('→', '\t'),
    html: example.html.replaceAll('→', '\t'),
    section: example.section,
    extension: '',
  }))
  const next = await readExamples(join(folder, 'commonmark/commonmark-dev.txt'))
  const all = await readExamples(join(folder, 'commonmark/gfm.txt'))
  const gfm = all.filter(({ extension }) => extension !== '' && extension !== 'tasklist')
  const kinds = new Set(['table', 'tasklist', 'strikethrough'])
  const structured = all.filter(({ extension }) => kinds.has(extension)).map(({ html }) => html)
  const bodies = await documentsOf(join(folder, 'pdf-corpus'), '.body.html')
  const sources = await documentsOf(join(folder, 'pdf-corpus'), '.md')
  const strict = (markdown: string) => markdownToHtml(markdown, 'commonmark')
  const github = (markdown: string) => markdownToHtml(markdown, 'gfm')
  const bare = createMarkdownIt({ html: true })
  const render = (markdown: string) => bare.render(markdown)
  const turndown = turndownWithGfm()
  const roundTrip = (name: string, convert: (html: string) => string): string =>
    `| ${name} | ${keptOf(
      next.map(({ html }) => html),
      convert,
      render,
    )} | ${keptOf(structured, convert, github)} | ${keptOf(bodies, convert, render)} |`
  const tasks = all.filter(({ extension }) => extension === 'tasklist')
  const text = [
    machineLine(),
    definitions,
    [
      '| Markdown to HTML | right |',
      '| --- | --- |',
      `| CommonMark 0.31.2, with \`commonmark\` | ${rightOf(released, strict)} |`,
      `| CommonMark, development version, with \`commonmark\` | ${rightOf(next, strict)} |`,
      `| GFM, examples of extensions | ${rightOf(gfm, github)} |`,
      `| GFM, examples of task lists | ${rightOf(tasks, github)} |`,
      `| CommonMark 0.31.2 read as GFM, which links bare addresses and filters tags | ${rightOf(released, github)} |`,
    ].join('\n'),
    [
      '| round trip | CommonMark examples | GFM tables, tasks, strikethrough | README files and book chapters |',
      '| --- | --- | --- | --- |',
      roundTrip('Bellhop', htmlToMarkdown),
      roundTrip('turndown with GFM', turndown),
    ].join('\n'),
    compareWithPandoc(bodies).join('\n'),
    await countKeptNumbers(),
    (await scoreCsvSuites(join(folder, 'csv'))).join('\n'),
    measureSpeed(sources.join('\n\n'), bodies.join('\n')).join('\n'),
    measureLargeCsv(),
    (await measureHostile()).join('\n'),
  ].join('\n\n')
  console.log(text)
  recordSection('convert', 'convert', text)
}
