import { describe, expect, test } from 'vitest'
import type { MarkdownStyle } from '../../../src/extract/engine.ts'
import { readMarkdown } from '../../../src/extract/markdown-document.ts'

const whole: MarkdownStyle = { links: 'inline', images: 'keep' }

describe('title', () => {
  test.each([
    ['---\ntitle: Plain # note\n---\nx', 'Plain'],
    ["---\na: b\ntitle: 'It''s'\n---\nx", "It's"],
    ['+++\ntitle = "TOML"\n+++\nx', 'TOML'],
    ['Text\n\n# First heading #\n', 'First heading'],
    ['```\n# code\n```\nno heading', ''],
    ['---\ntitle: open', ''],
  ])('of %j', (text, title) => {
    expect(readMarkdown(text, whole).title).toBe(title)
  })
})

describe('body', () => {
  test('is left as it is', () => {
    const text =
      '# T\n\n| a |\n| - |\n\n[x](https://a.test/) ![y](z.png)\n\n```html\n<!-- kept -->\n```\n'
    expect(readMarkdown(text, whole).markdown).toBe(text)
  })

  test('a rule at the top is no front matter', () => {
    expect(readMarkdown('---\n\ntext', whole).markdown).toBe('---\n\ntext')
  })

  test('loses comments, over lines as well', () => {
    expect(readMarkdown('a <!-- b --> c\n<!-- d\ne\n-->\nf', whole).markdown).toBe('a  c\nf')
  })

  test.each([
    ['[x](javascript:alert(1))', '[x]())'],
    ['![x](DATA:image/png;base64,AA==)', '![x]()'],
    ['[x]: vbscript:y', '[x]: '],
    ['<javascript:y>', '<>'],
    ['`[x](https://a.test/)`', '`[x](https://a.test/)`'],
  ])('takes the address out of %j', (text, safe) => {
    expect(readMarkdown(text, whole).markdown).toBe(safe)
  })

  test('follows the style', () => {
    const text =
      'See [this](https://a.test/ "t") and ![that](b.png).\n\n    ```\n    [x](y)\n    ```'
    expect(readMarkdown(text, { links: 'none', images: 'alt' }).markdown).toBe(
      'See this and [Image: that].\n\n    ```\n    [x](y)\n    ```',
    )
    expect(readMarkdown('a ![](b.png)', { links: 'inline', images: 'none' }).markdown).toBe('a ')
  })

  test('takes linear time', () => {
    const startedAt = performance.now()
    for (const text of [
      '[a](',
      '![',
      '<!--',
      '](<',
      '[[',
      '- '.repeat(40),
      '# a' + ' '.repeat(900_000),
      '---\ntitle: a' + ' '.repeat(900_000) + 'b\n---\n',
    ]) {
      readMarkdown(text.repeat(1_000_000 / text.length), { links: 'none', images: 'none' })
    }
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  })
})
