import { describe, expect, test } from 'vitest'
import { extractJob } from '../../../src/extract/extract-job.ts'
import { seeds } from '../../support/full.ts'
import { plainPage } from '../../support/plain-pages.ts'

async function read(html: string): Promise<string> {
  const { markdown } = await extractJob({
    url: 'https://plain.test/garden',
    status: 200,
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    bytes: Buffer.from(html),
    links: 'none',
    images: 'keep',
  })
  return markdown
}

const FOOTER = '<footer><a href=/privacy>Privacy</a> | <a href=/terms>Terms</a></footer>'

describe('a plain page keeps', () => {
  test('the last item of a short list', async () => {
    const markdown = await read(
      `<h1>My garden</h1><p>First paragraph.</p><p>Second paragraph.</p><h2>Things</h2><ul><li>apples<li>pears<li>plums</ul>${FOOTER}`,
    )
    expect(markdown).toMatch(/## Things\n\n- apples\n- pears\n- plums$/)
  })

  test('an item of one word after another', async () => {
    const markdown = await read(
      '<article><h1>Two things</h1><p>By Ann Lee, 3 May 2021</p><p>There are two things that matter here.</p><p>They are named below.</p><h2>Names</h2><ul><li>one</li><li>two</li></ul></article>',
    )
    expect(markdown).toMatch(/## Names\n\n- one\n- two$/)
  })

  test('code at its end, with its heading', async () => {
    const paragraph =
      '<p>The report is made of several queries that run one after another at night.</p>'
    const markdown = await read(
      `<h1>Reports</h1>${paragraph.repeat(16)}<h2>Code</h2><pre>SELECT name\nFROM plants\nWHERE age > 3</pre>${FOOTER}`,
    )
    expect(markdown).toMatch(/## Code\n\n```\nSELECT name\nFROM plants\nWHERE age > 3\n```/)
  })

  test('code whose text is mostly links', async () => {
    const line = '<a href=/fs>fs</a>.<a href=/read>readFile</a>(<a href=/p>path</a>)\n'
    const markdown = await read(
      `<h1>Files</h1><p>Reading a file takes one call, and closing it takes none at all.</p><pre>${line.repeat(3)}</pre><p>The call returns when all of the file was read.</p>${FOOTER}`,
    )
    expect(markdown.match(/fs\.readFile\(path\)/g)).toHaveLength(3)
  })

  test('opening hours', async () => {
    const rows = ['Monday', 'Tuesday', 'Saturday'].map((day) => `<tr><td>${day}<td>9:00–17:30`)
    const markdown = await read(
      `<h1>Contact</h1><p>Elm Road 5<br>12345 Ashford<br>+44 1234 567890</p><h2>Opening hours</h2><table>${rows.join('')}</table>${FOOTER}`,
    )
    expect(markdown).toContain('## Opening hours')
    expect(markdown.match(/9:00–17:30/g)).toHaveLength(3)
  })
})

const SEEDS = Array.from({ length: seeds(10, 150) }, (_, index) => index + 1)

describe('of plain pages from any seed', () => {
  test('no structure is lost, whole or in part, and no heading', async () => {
    const failures: string[] = []
    for (const seed of SEEDS) {
      const { html, structures, headings } = plainPage(seed)
      const markdown = await read(html)
      for (const text of [...structures.flat(), ...headings]) {
        if (!markdown.includes(text)) failures.push(`${seed}: ${text}`)
      }
    }
    expect(failures).toEqual([])
  })
})
