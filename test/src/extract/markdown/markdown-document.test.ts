import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import type { MarkdownStyle } from '../../../../src/extract/engine.ts'
import { readMarkdown } from '../../../../src/extract/markdown/markdown-document.ts'

const whole: MarkdownStyle = { links: 'inline', images: 'keep' }
const bare: MarkdownStyle = { links: 'none', images: 'none' }

/** Addresses in the HTML that a lenient renderer makes of a text. */
function activeAddresses(markdown: string): string[] {
  const renderer = new MarkdownIt({ html: true })
  renderer.validateLink = () => true
  const html = renderer.render(markdown)
  return [...html.matchAll(/<[a-z][^>]*?(?:href|src|srcset|poster)="?([^">]*)/gi)].map(
    ([, address = '']) => address,
  )
}

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

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
      '# T\n\n| a |\n| - |\n\n[x](https://a.test/) ![y](z.png "t") [r] <https://a.test/>\n\n[r]: mailto:a@b.test\n\n```html\n<!-- kept -->\n```'
    expect(readMarkdown(text, whole)).toEqual({ title: 'T', markdown: text })
  })

  test('a rule at the top is no front matter', () => {
    expect(readMarkdown('---\n\ntext', whole).markdown).toBe('---\n\ntext')
    const framed = '---\n\nAn introduction that matters.\n\n---\n\n# Title'
    expect(readMarkdown(framed, whole)).toEqual({ title: 'Title', markdown: framed })
  })

  test('front matter of any usual form is left out', () => {
    for (const matter of [
      '---\n# yaml\ntitle: T\ntags:\n- a\n  - b\n"quoted key": |\n  text: here\n\nempty:\n---',
      '+++\ntitle = "T"\n[params]\nlist = [\n  1\n]\n+++',
    ]) {
      expect(readMarkdown(`${matter}\nBody.`, whole)).toEqual({ title: 'T', markdown: 'Body.' })
    }
  })

  test('loses comments, over lines as well', () => {
    expect(readMarkdown('a <!-- b --> c\n<!-- d\ne\n-->\nf', whole).markdown).toBe('a  c\n\nf')
  })

  test('follows the style', () => {
    const text =
      'See [this](https://a.test/ "t") and ![that](b.png).\n\n    ```\n    [x](y)\n    ```'
    expect(readMarkdown(text, { links: 'none', images: 'alt' }).markdown).toBe(
      'See this and [Image: that].\n\n    ```\n    [x](y)\n    ```',
    )
    expect(readMarkdown('a ![](b.png) c', { links: 'inline', images: 'none' }).markdown).toBe(
      'a  c',
    )
  })
})

describe('code stays to the letter', () => {
  test.each([
    'a `[x](javascript:y)` and ``<img src=x> ` ![a](b)``',
    '```\n[x](javascript:y) <script>\n[r]: javascript:z\n```',
    '~~~~html\n```\n<img src=x>\n~~~~',
    'text\n\n    ![a](b) <b>\n\ntext',
    '> ```\n> ![a](b)\n> ```',
    '- item\n\n      ![a](b)',
    '| a |\n| - |\n| `<b> \\| ![a](b)` |',
  ])('%j', (text) => {
    expect(readMarkdown(text, bare).markdown).toBe(text)
  })
})

describe('HTML becomes Markdown or goes', () => {
  test.each([
    ['a <img src="b.png" alt="c [d]"> e', 'a ![c \\[d\\]](b.png) e'],
    [
      'a <a href="https://b.test/?a&amp;b (c)">d *e*</a>',
      'a [d *e*](https://b.test/?a&b%20%28c%29)',
    ],
    ['a\n\n<p>\n    <a href="b"><img src="c"></a>\n</p>', 'a\n\n\n[![](c)](b)'],
    ['a <b onclick="x">c</b><br class="d">e', 'a c<br>e'],
    ['a <script>b</script> c', 'a  c'],
    ['<style>\n\na\n\n</style>\n\nb', 'b'],
    ['<iframe src="https://a.test/"></iframe>\n\nb', 'b'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
    ['Vec<T>, <your-name>', 'Vec\\<T>, \\<your-name>'],
    ['a <img src=b', 'a \\<img src=b'],
    ['<div>\n<img src="b"\n\nc', '\\<img src="b"\n\nc'],
    ['a <? b ?> <!X y> <![CDATA[<img>]]> c', 'a    c'],
    ['<!-- open\n\n![a](b)', ''],
  ])('%j', (text, expected) => {
    expect(readMarkdown(text, whole).markdown).toBe(expected)
  })
})

describe('an address of another scheme survives in no mode', () => {
  test.each([
    ['[x](javascript:alert(1))', 'x'],
    ['![x](DATA:image/png;base64,AA==)', '[Image: x]'],
    ['[x](<vbscript:y> "t")', 'x'],
    ['[x](javascript&colon;y)', 'x'],
    ['[x](java&Tab;script:y)', 'x'],
    ['[x](javascript&amp;colon;y)', 'x'],
    ['[x](java&ZeroWidthSpace;script:y)', 'x'],
    ['[x](java\nscript:y)', '[x\\](java\nscript:y)'],
    ['[x][r] [r] ![i][r]\n\n[r]: javascript:y', 'x r [Image: i]'],
    ['[r]: https://a.test/\n[r]: javascript:y\n\n[r]', '[r]: https://a.test/\n\n\n[r]'],
    ['> [r]:\n> javascript:y', '>'],
    ['<javascript:y> a', 'a'],
    ['<a href="javascript:y">x</a>', 'x'],
    ['<a href="javascript:y">x ] y</a>', 'x ] y'],
    ['<a href=" java&#115;cript:y">x</a>', 'x'],
    ['<img src="data:y" alt="x">', '[Image: x]'],
    ['[a [b](javascript:x)](javascript:y)', 'a b'],
    ['![a [b](javascript:x)](c)', '![a b](c)'],
    ['![a](b)(javascript:x) [c]<!-- -->(javascript:d)', '![a](b)(javascript:x) c'],
    ['| [a](javascript:b) |\n| - |\n| c | [d](javascript:e) |', '| a |\n| - |\n| c | d |'],
    ['# [x](javascript:y) #', '# x #'],
    ['1. > - [x](\n   >   javascript:y)', '1. > - x'],
  ])('%j', (text, expected) => {
    expect(readMarkdown(text, whole).markdown).toBe(expected)
    for (const style of [whole, bare, { links: 'inline', images: 'alt' }] as const) {
      const left = activeAddresses(readMarkdown(text, style).markdown)
      expect(left.filter((address) => /script|data:/i.test(address))).toEqual([])
    }
  })
})

describe('without images and links no address is left', () => {
  const leak = 'https://leak.test/x'
  test.each([
    `![a](${leak})`,
    `![a](<${leak}> 'b')`,
    `![a](${leak}(b)c)`,
    `[![a](${leak})](${leak})`,
    `![a ![b](${leak}) [c](${leak})](${leak})`,
    `![a][r] ![r] ![r][] [r]\n\n[r]: ${leak} "t"`,
    `[unused]: <${leak}>`,
    `- a\n\n  [r]: ${leak}\n\n> ![r]`,
    `<img src="${leak}"> <IMG\nSRC=${leak}>`,
    `<picture><source srcset="${leak}"><img src='${leak}'></picture>`,
    `<video poster=${leak}></video>\n\n<x-y src=${leak}>`,
    `a <a href="${leak}">b</a> <${leak.replace('https', 'http')}>`,
    `![a]<!-- -->(${leak}) <<b>img src="${leak}">`,
    `| a |\n| - |\n| b | ![c](${leak}) |`,
    `!<a href="${leak}">b</a>`,
  ])('%j', (text) => {
    const { markdown, title } = readMarkdown(`${text}\n\nend`, bare)
    expect(markdown).toMatch(/end$/)
    expect(`${title} ${markdown}`).not.toMatch(/https?:/)
    expect(activeAddresses(markdown)).toEqual([])
  })

  test('an image address may stay as that of a link, not as that of an image', () => {
    const text = '[a][r] ![b][r] ![c][s]\n\n[r]: https://a.test/\n[s]: https://b.test/'
    expect(readMarkdown(text, { links: 'inline', images: 'alt' }).markdown).toBe(
      '[a][r] [Image: b] [Image: c]\n\n[r]: https://a.test/',
    )
  })
})

describe('nesting beyond what the parser follows is refused', () => {
  test.each([
    ['brackets', `${'['.repeat(150)}a${']'.repeat(150)}(javascript:b)`],
    ['blocks', `${'> '.repeat(150)}[a](javascript:b)`],
    ['links in links', `${'['.repeat(40)}a${'](javascript:b)'.repeat(40)}`],
  ])('%s', (_, text) => {
    expect(thrownBy(() => readMarkdown(text, whole))).toMatchObject({ code: 'unparsable' })
  })
})
