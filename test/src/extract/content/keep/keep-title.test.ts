import { describe, expect, test } from 'vitest'
import { readSignals } from '../../../../../src/extract/content/features/block-features.ts'
import { keepTitle } from '../../../../../src/extract/content/keep/keep-title.ts'
import { extractJob } from '../../../../../src/extract/extract-job.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'

const read = async (body: string): Promise<string> => {
  const html = `<html lang="de"><head><title>Das Land um Welten</title></head><body>${body}</body></html>`
  const { markdown } = await extractJob({
    url: 'https://www.example.org/1234',
    status: 200,
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    bytes: Buffer.from(html),
    links: 'inline',
    images: 'keep',
  })
  return markdown
}
const byline = '<p class="byline">Brunkel Garstett, 2023-04-02</p>'
const poem =
  '<p>Heute ist der Tag Auestett<br>ohne Wasser Morlich<br>und weiter</p><p>Was sagte die Welt<br>zu Hainerl im Garten<br>damals</p>'
const menu = '<nav><ul><li><a href="/a">Start</a></li><li><a href="/b">Kontakt</a></li></ul></nav>'

describe('the heading of a page', () => {
  test('stays over what is read, with a name and a date between', async () => {
    const markdown = await read(`${menu}<h1>Seiner Stettsandtan</h1>${byline}${poem}`)
    expect(markdown).toMatch(/^# Seiner Stettsandtan\n/)
  })

  test('is not the name of the site that links to its front page', async () => {
    const markdown = await read(
      `<div><h1><a href="/">Bachstettrod</a></h1></div>${menu}<div>${poem}</div>`,
    )
    expect(markdown).not.toContain('Bachstettrod')
  })

  test('is no heading of a sidebar', async () => {
    const markdown = await read(`<aside><h1>Seiner Stettsandtan</h1></aside>${byline}${poem}`)
    expect(markdown).not.toContain('Stettsandtan')
  })

  test('is not repeated in an article whose title says it', () => {
    const statement = '<script type="application/ld+json">{"@type":"NewsArticle"}</script>'
    // Whether a model keeps it is another matter: nothing but the poem was kept.
    const keeps = (heading: string): boolean => {
      const title = '<title>Das Land um Welten</title>'
      const page = parsePage(`${title}${statement}<h1>${heading}</h1>${byline}${poem}`)
      const signals = readSignals(page, 'https://example.org/a')
      const kept = Uint8Array.from(signals.blocks, (_, index) => (index > 1 ? 1 : 0))
      keepTitle(signals, kept)
      return kept[0] === 1
    }
    expect(keeps('Das Land um Welten')).toBe(false)
    expect(keeps('Seiner Stettsandtan')).toBe(true)
  })
})
