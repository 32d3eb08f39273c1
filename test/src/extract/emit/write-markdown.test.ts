import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { extractJob } from '../../../../src/extract/extract-job.ts'

const bytes = readFileSync(join(import.meta.dirname, '../../../fixtures/pages/markdown.html'))

async function blocks(): Promise<string[]> {
  const { markdown } = await extractJob({
    url: 'https://a.test/dir/page',
    status: 200,
    kind: 'html',
    contentType: 'text/html',
    bytes,
    links: 'inline',
    images: 'keep',
  })
  return markdown.split(/\n\n(?=\S)/)
}

test.each([
  [
    'escapes only what would be read as markup',
    String.raw`Plain words with snake_case_name, ` +
      '``a`b``' +
      String.raw`, ~~struck~~, 5 < 6 & a\*b [x] \<tag> and \&copy; as text.`,
  ],
  [
    'links',
    'A [link in brackets](https://a.test/p_%28q%29), a link within the page, an empty one and [**bold**](https://a.test/x).',
  ],
  ['headings without their anchors', '## Lists'],
  ['nested lists', '- one\n  - nested\n\n    3. three\n    4. four'],
  ['tables', '| Name | Count |\n| --- | --: |\n| A \\| B | 1<br>2 |'],
  ['layout tables as blocks', 'Layout cell'],
  ['code with its language and a longer fence', '````python\ndef f():\n    return "```"\n````'],
  ['code of unknown language', '```\nplain <b>\n```'],
  [
    'late images, the best of a set, no data',
    '![late \\[one\\]](https://a.test/late.jpg) ![](https://a.test/big.jpg)',
  ],
  ['quotations', '> quoted\n>\n> twice'],
  ['rules', '---'],
])('%s', async (_, expected) => {
  const all = await blocks()
  expect(
    all.some((block) => block.startsWith(expected)),
    all.join('\n¶ '),
  ).toBe(true)
})

test('holds no HTML but line breaks in cells', async () => {
  const text = (await blocks()).filter((block) => !block.startsWith('`')).join('\n')
  expect(text.replaceAll('<br>', '')).not.toMatch(/(?<!\\)<[a-z/]/i)
  expect(text).not.toContain('data:')
})

const PROSE = `<p>${'A page with some running text of its own, so that nobody takes it for empty. '.repeat(3)}</p>`

async function read(inside: string): Promise<string> {
  const { markdown } = await extractJob({
    url: 'https://a.test/dir/page',
    status: 200,
    kind: 'html',
    contentType: 'text/html',
    bytes: new TextEncoder().encode(
      `<!doctype html><title>T</title><body><main><h1>Title</h1>${PROSE}${inside}${PROSE}</main>`,
    ),
    links: 'inline',
    images: 'keep',
  })
  return markdown
}

test.each([
  '<p></p>',
  '</p>',
  '<div></div>',
  '<section> </section>',
  '<h3></h3>',
  '<nav><a href="/">Home</a></nav>',
])('no word runs into the next one where %s stands between them', async (block) => {
  expect(await read(`<div>one${block}two</div>`)).toMatch(/one\n\n(?:.*\n\n)?two/)
})

test('what word processors say of the weight of other scripts is none of the text', async () => {
  const shown = await read('<p><b style="mso-bidi-font-weight: normal">kept</b> as it is</p>')
  expect(shown).toContain('**kept** as it is')
})
