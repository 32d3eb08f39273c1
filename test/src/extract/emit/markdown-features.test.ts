import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import createMarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { writeMarkdown } from '../../../../src/extract/emit/write-markdown.ts'
import type { MarkdownStyle } from '../../../../src/extract/engine.ts'
import { cleanText } from '../../../../src/lib/text.ts'
import { parsePage } from '../../../../src/markup/html/parse-page.ts'

const folder = join(import.meta.dirname, '../../../fixtures/markdown')
const BASE = 'https://a.test/dir/page'
/** Features whose Markdown shows other words than their HTML: formulas, notes, expansions, ruby, code tools. */
const REWRITTEN = new Set([
  'math.txt',
  'formulas.txt',
  'formula-engines.txt',
  'footnotes.txt',
  'code.txt',
  'highlighters.txt',
  'engines.txt',
  'more-engines.txt',
])

/** One feature: HTML, how it is asked for, and exactly the Markdown that it becomes. */
interface Feature {
  name: string
  html: string
  style: MarkdownStyle
  markdown: string
}

/** Features of one file: `=== name (option=value …)`, HTML, `---`, Markdown. */
function readFeatures(file: string): Feature[] {
  const source = readFileSync(join(folder, file), 'utf8')
  return source
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [, name = '', options = ''] = /^([^\n(]*?)(?: \(([\w=, ]*)\))?\n/.exec(part) ?? []
      const body = part.slice(part.indexOf('\n') + 1)
      const border = body.indexOf('\n---\n')
      const styles = Object.fromEntries(
        options
          .split(' ')
          .filter(Boolean)
          .map((pair) => pair.split('=')),
      )
      return {
        name,
        html: body.slice(0, border),
        style: { links: 'inline', images: 'keep', ...styles },
        markdown: body.slice(border + 5).trimEnd(),
      }
    })
}

function write(html: string, style: MarkdownStyle): string {
  const tree = parsePage(html)
  const kept = new Uint8Array(tree.nodes.length).fill(1)
  return writeMarkdown(tree, { kept, address: BASE }, BASE, style)
}

const inline = { links: 'inline', images: 'keep' } as const
const words = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

describe.each(readdirSync(folder))('%s', (file) => {
  const features = readFeatures(file)

  test.each(features)('$name', ({ html, style, markdown }) => {
    expect(write(html, style).trimEnd()).toBe(markdown)
  })

  test.each(REWRITTEN.has(file) ? [] : features)(
    '$name: holds no HTML but line breaks',
    ({ markdown }) => {
      const text = markdown
        .replaceAll('<br>', '')
        .replaceAll(/`[^`]*`|<https?:[^>]*>|<\w+@[^>]*>/g, '')
      expect(text).not.toMatch(/(?<!\\)<[a-z/!?]/i)
    },
  )
})

test('there are enough features', () => {
  const count = (...files: string[]): number => files.flatMap(readFeatures).length
  expect(count(...readdirSync(folder))).toBeGreaterThanOrEqual(250)
  expect(count('math.txt', 'formulas.txt', 'formula-engines.txt')).toBeGreaterThanOrEqual(60)
  expect(
    count(
      'code.txt',
      'highlighters.txt',
      'callouts.txt',
      'footnotes.txt',
      'notes.txt',
      'unfolded.txt',
    ),
  ).toBeGreaterThanOrEqual(80)
})

describe('a reader of the Markdown sees the text of the page', () => {
  const reader = createMarkdownIt({ html: true })
  const plain = (html: string): string =>
    html
      .replaceAll(
        /<(?:img|wbr)[^>]*>|<\/?(?:a|b|i|em|strong|s|del|code|span|sub|sup|mark|kbd)\b[^>]*>/g,
        '',
      )
      .replaceAll(/<[^>]*>/g, ' ')
  const decoded = (text: string): string =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&nbsp;', ' ')
      .replaceAll('&amp;', '&')

  test.each(
    ['article.html', 'listing.html', 'thread.html', 'markdown.html'].map((page) => [page] as const),
  )('%s', (page) => {
    const html = readFileSync(join(folder, '../pages', page), 'utf8')
    const tree = parsePage(html)
    const markdown = write(html, { links: 'inline', images: 'none' })
    const sourceText = tree.nodes.map((node) => (node.isText ? node.data : ' ')).join('')
    const renderedText = words(decoded(plain(reader.render(markdown)))).join('')
    expect(renderedText).toBe(words(sourceText).join(''))
  })

  test('whatever is in a cell, an item or a heading', () => {
    const texts = [
      '1) a',
      '- b',
      '# c',
      '> d',
      '| e |',
      '~~~',
      '```',
      '[x] f',
      '*g*',
      '_h_',
      '<i>',
      '&amp;',
      '[a](b)',
      '![c](d)',
      '\\',
      'x  ',
      '[^1]: z',
      '=== ',
      '+',
      '1.',
      ':--',
      '[q]: r',
    ]
    for (const text of texts) {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      const html = `<h2>${escaped}</h2><ul><li>${escaped}</li></ul><table><tr><th>k<th>${escaped}<tr><td>v<td>${escaped}</table><blockquote>${escaped}</blockquote><p>${escaped}</p>`
      const rendered = decoded(plain(reader.render(write(html, inline)))).replaceAll(/\s+/g, '')
      const one = text.replaceAll(/\s+/g, '')
      expect(rendered, text).toBe(`${one}${one}k${one}v${one}${one}${one}`)
    }
  })
})

describe('nothing of others acts', () => {
  const styles = [
    { links: 'inline', images: 'keep' },
    { links: 'reference', images: 'alt' },
    { links: 'none', images: 'keep' },
  ] as const
  const reader = createMarkdownIt({ html: true })
  reader.validateLink = () => true
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

  test.each([
    '[x](javascript:alert(1))',
    '[x]\u200B(javascript:alert(1))',
    '<\u200Bimg src=x onerror=alert(1)>',
    '![x](http://leak.test/)',
    '<script>alert(1)</script>',
    '\\[x](javascript:y)',
    '[x]: javascript:y\n\n[x]',
    '[^1]: [x](javascript:y)',
  ])('%j', (text) => {
    const places = [
      `<p>${escaped(text)}</p>`,
      `<table><tr><th>a<th>b<tr><td>${escaped(text)}<td>c</table>`,
      `<h2>${escaped(text)}</h2>`,
      `<p><img src="/a.png" alt="${escaped(text)}"></p>`,
      `<p>x<sup>${escaped(text)}</sup><abbr title="${escaped(text)}">A</abbr></p>`,
      `<p><math><annotation encoding="application/x-tex">${escaped(text)}</annotation></math></p>`,
      `<p><img class="latex" alt="${escaped(text)}" src=x></p>`,
      `<p><a href="/y">${escaped(text)}</a></p>`,
    ]
    for (const html of places) {
      for (const style of styles) {
        // As the job does: what escapes only because of invisible characters would act after this.
        const rendered = reader.render(cleanText(write(html, style)))
        expect(rendered, html).not.toMatch(
          /<script|onerror=(?!.*&gt;)|(?:href|src)="(?!https:\/\/a\.test)/i,
        )
      }
    }
  })

  test('nor a language, a footnote label or an address', () => {
    const html = `<pre data-lang="x\`y&#10;# z">c</pre><p>a<a href="#fn1" id=r>1</a> <a href="https://b.test/&quot;&gt;&lt;script&gt;)[x](javascript:y)">b</a></p><p id=fn1>n</p>`
    const rendered = reader.render(write(html, inline))
    expect(rendered).not.toMatch(/<script|<h1|javascript:y"/)
    expect(rendered).toContain('b.test')
  })
})
