import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extractJob } from '../../../src/extract/extract-job.ts'

const folder = join(import.meta.dirname, '../../fixtures/markdown')
const OWN =
  /^(?:math|formula|code|highlighters|callouts|footnotes|notes|engines|more-engines|unfolded)/
/** What of a fixture is no structure, or not there to be read. */
const EXCEPT = new Set([
  'an aside of an editor',
  'inline, with backticks and edges of space',
  'inline, in bold',
  'a menu stays hidden',
  'a figure and its caption',
  'signatures of Sphinx',
])

const PAGES = {
  long: (html: string): string =>
    `<html><head><title>Tides of the coast</title></head><body><header><a href="/">Home</a><nav><ul><li><a href="/a">About</a><li><a href="/b">Blog</a></ul></nav></header><main><article><h1>Tides of the coast</h1><p>The sea rises twice a day along this coast, and whoever lives here reads the tables of the harbour before going out to the mud flats with a basket.</p><p>In the early spring the difference between high and low water is at its largest, so that walls which stood dry all winter are under water for hours.</p>${html}<p>Observers have written down the heights for more than a century, first with a staff in the water and then with a float in a well beside the quay.</p><p>Their books are kept in the archive of the town, where anyone may read them on the afternoons of working days, after having washed their hands.</p></article></main><footer><a href="/privacy">Privacy</a> | <a href="/terms">Terms</a> © 2026</footer></body></html>`,
  plain: (html: string): string =>
    `<html><body><main><article><h1>Tides of the coast</h1><p>The sea rises twice a day along this coast, and whoever lives here reads the tables of the harbour before going out to the mud flats with a basket.</p>${html}<p>Observers have written down the heights for more than a century, first with a staff in the water and then with a float in a well beside the quay.</p></article></main></body></html>`,
  small: (html: string): string =>
    `<html><head><title>Tides</title></head><body><h1>Tides</h1><p>The sea rises twice a day here.</p>${html}<footer><a href="/privacy">Privacy</a> | <a href="/terms">Terms</a></footer></body></html>`,
}

/** The fixtures of a file: name, HTML, Markdown. */
function readCases(file: string): [string, string, string][] {
  return readFileSync(join(folder, file), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part): [string, string, string] => {
      const name = part.slice(0, part.indexOf('\n')).replace(/ \([\w=, ]*\)$/, '')
      const body = part.slice(part.indexOf('\n') + 1)
      const border = body.indexOf('\n---\n')
      return [name, body.slice(0, border), body.slice(border + 5)]
    })
    .filter(([name]) => !EXCEPT.has(name))
}

async function linesMissing(page: string, markdown: string): Promise<string[]> {
  const { markdown: written } = await extractJob({
    url: 'https://a.test/dir/page',
    status: 200,
    kind: 'html',
    contentType: 'text/html',
    bytes: Buffer.from(page),
    links: 'inline',
    images: 'keep',
  })
  return markdown
    .split('\n')
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !written.includes(line.trim()))
}

describe.each(readdirSync(folder).filter((file) => OWN.test(file)))('%s in an article', (file) => {
  test.each(readCases(file))('%s', async (_, html, markdown) => {
    expect(await linesMissing(PAGES.long(html), markdown)).toEqual([])
  })
})

describe.each(readdirSync(folder).filter((file) => OWN.test(file) && file !== 'unfolded.txt'))(
  '%s on a small page',
  (file) => {
    test.each(readCases(file))('%s', async (_, html, markdown) => {
      expect(await linesMissing(PAGES.small(html), markdown)).toEqual([])
    })
  },
)

describe('what only looks like a structure', () => {
  const written = async (html: string): Promise<string> => {
    const { markdown } = await extractJob({
      url: 'https://a.test/dir/page',
      status: 200,
      kind: 'html',
      contentType: 'text/html',
      bytes: Buffer.from(PAGES.long(html)),
      links: 'inline',
      images: 'keep',
    })
    return markdown
  }

  test('a filter or a menu after a button stays folded', async () => {
    const fields =
      '<div><button>Filter</button><div style="display:none"><p>By colour</p><input></div></div>'
    const links =
      '<div><button>More</button><div style="display:none"><a href="/x">Other pages of ours</a></div></div>'
    expect(await written(fields)).not.toContain('By colour')
    expect(await written(links)).not.toContain('Other pages')
  })

  test('a box that asks for consent is no remark to keep', async () => {
    const box = '<div class="alert alert-info cookie-note"><p>We use cookies here</p></div>'
    const lost = await linesMissing(PAGES.plain(box), 'We use cookies here')
    expect(lost).toEqual(['We use cookies here'])
  })

  test('a section is no remark, whatever its class', async () => {
    const section =
      '<div class="callout"><h2>Ebb</h2><p>The water falls for six hours and leaves pools.</p></div>'
    expect(await written(section)).toContain('\n## Ebb\n')
  })

  test('a long part of the page named after a kind is none either', async () => {
    const part = `<div class="note">${'<p>The water <b>falls</b> for six hours and leaves pools behind.</p>'.repeat(40)}</div>`
    expect(await written(part)).not.toContain('[!NOTE]')
  })
})
