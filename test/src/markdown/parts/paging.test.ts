import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { pageAt, pageEnd } from '../../../../src/markdown/parts/paging.ts'
import { seeds } from '../../../support/full.ts'

function pagesOf(markdown: string, maxChars: number): string[] {
  const pages: string[] = []
  for (let from = 0; from < markdown.length;) {
    const end = pageEnd(markdown, from, maxChars)
    pages.push(markdown.slice(from, end))
    if (end <= from) throw new Error('no progress')
    from = end
  }
  return pages
}

describe('a page ends', () => {
  test('between paragraphs', () => {
    expect(pagesOf('one one\n\ntwo two\n\nthree', 12)).toEqual([
      'one one\n\n',
      'two two\n\n',
      'three',
    ])
  })

  test('before a fenced block that does not fit, blank lines in it notwithstanding', () => {
    const code = '```js\na\n\nb\n\nc\n```\n'
    expect(pagesOf(`text text\n\n${code}\nend`, 20)).toEqual(['text text\n\n', `${code}\n`, 'end'])
    expect(pagesOf(`text text\n${code}end`, 20)).toEqual(['text text\n', code, 'end'])
  })

  test('at a line of a fenced block that is longer than a page', () => {
    const code = `~~~\n${'line\n'.repeat(10)}~~~\n`
    const pages = pagesOf(code, 20)
    expect(pages.every((page) => page.endsWith('\n') && page.length <= 20)).toBe(true)
  })

  test('between the rows of a table, never in one', () => {
    const table = `| a | b |\n| --- | --- |\n${'| one cell | another |\n'.repeat(8)}`
    const pages = pagesOf(table, 60)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.every((page) => page.endsWith('|\n'))).toBe(true)
  })

  test('between words of an endless line, else between characters', () => {
    expect(pagesOf('alpha beta gamma', 11)).toEqual(['alpha beta ', 'gamma'])
    expect(pagesOf('😀😀😀', 3)).toEqual(['😀', '😀', '😀'])
  })

  test('nowhere when all fits', () => {
    expect(pageEnd('abc', 0, 3)).toBe(3)
    expect(pageEnd('abc', 1, 500)).toBe(3)
  })
})

describe('a table that does not fit into a page', () => {
  const head = '| City | Tide |\n| --- | --- |\n'
  const rows = Array.from({ length: 40 }, (_, index) => `| Port ${index} | ${index}.5 m |\n`)
  const markdown = `## Tides\n\nHigh water.\n\n${head}${rows.join('')}\nThe end.\n`

  test('has its head on every page, and no row twice', () => {
    const pages: string[] = []
    for (let from = 0; from < markdown.length;) {
      const page = pageAt(markdown, from, 200)
      expect(page.markdown.length).toBeLessThanOrEqual(200)
      pages.push(page.markdown)
      from = page.end
    }
    expect(pages.length).toBeGreaterThan(4)
    expect(pages.join('').match(/^\| Port.*\n/gm)).toEqual(rows)
    const cut = pages.filter((page) => page.includes('| Port'))
    expect(cut.every((page) => page.includes(head))).toBe(true)
  })

  test('begins on the page that it stands on', () => {
    expect(pageAt(markdown, 0, 200).markdown).toMatch(/^## Tides[^]*\| Port 0 \|/)
    const short = `Words.\n\n${head}${rows.slice(0, 3).join('')}`
    expect(pageAt(short, 0, 90).markdown).toBe('Words.\n\n')
  })

  test('has no head repeated that would fill the page, or stands in code', () => {
    const wide = `| ${'x'.repeat(80)} |\n| --- |\n${'| y |\n'.repeat(100)}`
    const from = wide.indexOf('| y |') + 60
    expect(pageAt(wide, from, 100).markdown).toMatch(/^(?:\| y \|\n)+$/)
    const code = `\`\`\`\n${head}${rows.join('')}\`\`\`\n`
    expect(pageAt(code, code.indexOf('| Port 9'), 200).markdown).toMatch(/^```\n\| Port 9/)
  })
})

describe('code that does not fit into a page', () => {
  test.each(['```', '~~~~'])('is code on every page, fenced by %s', (fence) => {
    const lines = Array.from({ length: 30 }, (_, index) => `![${index}](https://leak.test/)`)
    const markdown = `before\n\n${fence}js\n${lines.join('\n')}\n${fence}\n\nafter`
    const pages: string[] = []
    for (let from = 0; from < markdown.length;) {
      const page = pageAt(markdown, from, 120)
      pages.push(page.markdown)
      from = page.end
    }
    expect(pages.length).toBeGreaterThan(5)
    const renderer = new MarkdownIt()
    for (const page of pages) {
      expect(page.length).toBeLessThanOrEqual(120)
      expect(renderer.render(page)).not.toContain('<img')
    }
    const code = pages.join('').matchAll(/^!.*$/gm)
    expect([...code].map(([line]) => line)).toEqual(lines)
  })

  test('pages without it are cut as ever', () => {
    expect(pageAt('one one\n\ntwo two\n\nthree', 0, 12)).toEqual({
      end: 9,
      markdown: 'one one\n\n',
    })
  })
})

const line = fc.oneof(
  fc.constantFrom('', '```', '````md', '~~~', '| a | b |', '- item', '> quote', '# Heading'),
  fc.string({ maxLength: 40, unit: 'grapheme' }),
)

test('pages put together are the text, each within its limit', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 40 }),
      fc.integer({ min: 2, max: 80 }),
      (lines, max) => {
        const markdown = lines.join('\n')
        const pages = pagesOf(markdown, max)
        expect(pages.join('')).toBe(markdown)
        expect(pages.every((page) => page.length <= max)).toBe(true)
      },
    ),
    { numRuns: seeds(30, 500) },
  )
})

test('no fenced block that fits into a page is cut', () => {
  const block = fc
    .array(fc.constantFrom('code', '', '  x = 1', '# no heading'), { maxLength: 4 })
    .map((lines) => `\`\`\`\n${lines.join('\n')}\n\`\`\``)
  const paragraph = fc.constantFrom('Some words.', 'More words here.', '- a\n- b')
  fc.assert(
    fc.property(fc.array(fc.oneof(block, paragraph), { minLength: 1, maxLength: 12 }), (blocks) => {
      for (const page of pagesOf(blocks.join('\n\n'), 70)) {
        expect((page.match(/^```/gm) ?? []).length % 2).toBe(0)
      }
    }),
    { numRuns: seeds(30, 300) },
  )
})

test('a page near the end of a long text is found without reading it twice over', () => {
  const markdown = 'word word word\n\n'.repeat(100_000)
  const pages = pagesOf(markdown, 100_000)
  expect(pages.join('')).toBe(markdown)
})

test('a page whose block is closed early is no longer than asked', () => {
  const markdown = '```\n- [a]\n- [a]\n𐀀𐀀 𐀀 \n𐀀𐀀  𐀀𐀀 \n]]'
  for (let maxChars = 20; maxChars <= markdown.length; maxChars += 1) {
    for (let from = 0; from < markdown.length;) {
      const page = pageAt(markdown, from, maxChars)
      expect(page.markdown.length).toBeLessThanOrEqual(maxChars)
      from = page.end
    }
  }
})
