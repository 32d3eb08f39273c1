import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { PART_MIN_CHARS } from '../../../../src/markdown/limits.ts'
import { citingPage } from '../../../../src/markdown/parts/cited-definitions.ts'
import { givePart } from '../../../../src/markdown/parts/parts.ts'
import { RecentDocuments } from '../../../../src/markdown/parts/recent-documents.ts'
import { MarkdownWriter } from '../../../../src/markdown/write/markdown-writer.ts'
import { seeds } from '../../../support/full.ts'

/** The parts of a document, as they are given out one after another; with all the rest after the first, if wanted. */
async function partsOf(markdown: string, maxChars: number, isRestWhole = false): Promise<string[]> {
  const parts: string[] = []
  let cursor: string | undefined
  do {
    const part = await givePart({
      key: 'a',
      cursor,
      maxChars: isRestWhole && parts.length > 0 ? undefined : maxChars,
      hasReferences: true,
      recent: new RecentDocuments(),
      owner: 'ann',
      now: 0,
      read: async () => ({ markdown }),
    })
    parts.push(part.markdown)
    cursor = part.nextCursor
  } while (cursor !== undefined)
  return parts
}

/** What an independent reader takes for links, in order. */
function linksOf(markdown: string): string[] {
  const inline = new MarkdownIt().parse(markdown, {}).flatMap(({ children }) => children ?? [])
  return inline.flatMap(({ type, attrs }, index) =>
    type === 'link_open' ? [`${inline[index + 1]?.content} ${attrs?.[0]?.[1]}`] : [],
  )
}

/** A text without its definitions, whatever its white space. */
function renderedText(markdown: string): string {
  const text = markdown.replaceAll(/^\[\d+\]: .*$/gm, '')
  return text.replaceAll(/\s+/g, ' ').trim()
}

interface Sentence {
  heading: boolean
  words: readonly { text: string; page: number | undefined }[]
}

/** The document, as pages are written with links as references. */
function written(sentences: readonly Sentence[]): string {
  const writer = new MarkdownWriter({ faithful: false, references: true })
  for (const { heading, words } of sentences) {
    const block = heading ? 'h2' : 'p'
    writer.open(block, {})
    for (const { text, page } of words) {
      if (page !== undefined) writer.open('a', { href: `https://example.com/pages/${page}?a=(b)` })
      writer.text(text)
      if (page !== undefined) writer.close('a')
      writer.text(' ')
    }
    writer.close(block)
  }
  return writer.end()
}

const word = fc.record({
  text: fc.oneof(
    fc.constantFrom('tide', 'the boats', '[1]', 'a] b', '[2]: no', '\\[3]', '`[4]`', '*x*', 'Ü 😀'),
    fc.string({ minLength: 1, maxLength: 8 }),
  ),
  page: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
})
const sentence = fc.record({
  heading: fc.boolean(),
  words: fc.array(word, { minLength: 1, maxLength: 4 }),
})

describe('parts of a document whose links are references', () => {
  test('have the links of the whole, and its text but for the definitions, each within its size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentence, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: PART_MIN_CHARS, max: 3_000 }),
        async (sentences, maxChars) => {
          const whole = written(sentences)
          const parts = await partsOf(whole, maxChars)
          expect(parts.every(({ length }) => length <= maxChars)).toBe(true)
          expect(parts.flatMap(linksOf)).toEqual(linksOf(whole))
          expect(renderedText(parts.join('\n'))).toBe(renderedText(whole))
        },
      ),
      { numRuns: seeds(30, 300) },
    )
  })

  test('carry what other parts define, before and after them', async () => {
    const links = Array.from({ length: 12 }, (_, n) => `[page ${n}][${n + 1}]`)
    const definitions = links.map((_, n) => `[${n + 1}]: https://example.com/${n}`).join('\n')
    const text = 'Nobody has ever seen the tide come in a third time. '.repeat(5)
    const whole = `${links.map((link) => `${link} ${text}`).join('\n\n')}\n\n${definitions}\n\n${links[3]} again.\n`
    const parts = await partsOf(whole, 800)
    expect(parts.length).toBeGreaterThan(4)
    expect(parts[0]).toContain('[1]: https://example.com/0\n')
    expect(parts.at(-1)).toContain('[page 3][4] again.')
    expect(parts.flatMap(linksOf)).toEqual(linksOf(whole))
    const [first = '', rest = ''] = await partsOf(whole, 800, true)
    expect([...linksOf(first), ...linksOf(rest)]).toEqual(linksOf(whole))
  })

  test('of a page that is full of links have few words, and all addresses', async () => {
    const links = Array.from({ length: 300 }, (_, n) => `[l${n}][${n + 1}]`)
    const definitions = links.map((_, n) => `[${n + 1}]: https://example.com/long/path/${n}`)
    const whole = `${links.join('\n\n')}\n\n${definitions.join('\n')}\n`
    const parts = await partsOf(whole, 1_000)
    expect(parts.every(({ length }) => length <= 1_000)).toBe(true)
    expect(parts.flatMap(linksOf)).toEqual(linksOf(whole))
    // All but the last of those with links are well filled.
    const cited = parts.filter((part) => part.includes('][')).slice(0, -1)
    expect(Math.min(...cited.map(({ length }) => length))).toBeGreaterThan(700)
  })

  test('leave out an address that does not fit beside their text, and keep the others', async () => {
    const text = '[a][1] and [b][2]. '
    const long = `[1]: https://example.com/${'x'.repeat(2_000)}`
    const whole = `${text}${'Words. '.repeat(200)}\n\n${long}\n[2]: https://example.com/b\n`
    const [first = ''] = await partsOf(whole, 600)
    expect(first.length).toBeLessThanOrEqual(600)
    expect(linksOf(first)).toEqual(['b https://example.com/b'])
  })

  test('name labels of any form, but no footnotes and nothing of code', () => {
    const whole = `See [The  Tide][Moon and Sun], [sun], [^1] and [code].\n\n${'Words. '.repeat(80)}\n\n\`\`\`\n[code]: https://example.com/code\n\`\`\`\n\n[moon and\tsun]: https://example.com/moon "Moon"\n[SUN]: <https://example.com/sun>\n[^1]: A note.\n`
    const { markdown } = citingPage(whole, 0, 520)
    const end =
      '\n\n[moon and\tsun]: https://example.com/moon "Moon"\n[SUN]: <https://example.com/sun>\n'
    expect(markdown.endsWith(end)).toBe(true)
    expect(markdown).not.toContain('example.com/code')
    expect(markdown).not.toContain('A note')
  })

  test('are cut and closed as ever inside of code', async () => {
    const code = Array.from({ length: 60 }, (_, n) => `line ${n}`).join('\n')
    const whole = `[a][1]\n\n\`\`\`\n${code}\n[b][2]\n\`\`\`\n\n[1]: https://example.com/a\n[2]: https://example.com/b\n`
    const parts = await partsOf(whole, PART_MIN_CHARS)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect((part.match(/^```/gm) ?? []).length % 2).toBe(0)
    expect(parts.flatMap(linksOf)).toEqual(linksOf(whole))
  })
})

test('whatever stands in a text, parts go on, stay within their size and begin with their text', () => {
  const line = fc.oneof(
    fc.constantFrom('', '```', '> [a]: b', '[a]: b', '[a][b] [', '[[[', ']]', '\\[a]', '- [a]'),
    fc.string({ maxLength: 40, unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 60 }),
      fc.integer({ min: 40, max: 200 }),
      (lines, maxChars) => {
        const markdown = lines.join('\n')
        for (let from = 0; from < markdown.length;) {
          const page = citingPage(markdown, from, maxChars)
          expect(page.end).toBeGreaterThan(from)
          expect(page.markdown.length).toBeLessThanOrEqual(maxChars)
          from = page.end
        }
      },
    ),
    { numRuns: seeds(30, 300) },
  )
})

test('a text of nothing but brackets is read once', () => {
  for (const text of ['[', '\\[', '[a](', ']']) {
    const markdown = `${text.repeat(200_000)}\n\n[a]: https://example.com/`
    expect(citingPage(markdown, 0, 150_000).end).toBeGreaterThan(0)
  }
})
