import { describe, expect, test } from 'vitest'
import { extractJob } from '../../../../src/extract/extract-job.ts'

/** Ways to write something at the end of a page; MARK stands for its words. */
const KINDS: Readonly<Record<string, string>> = {
  paragraph: '<p>MARK one stands here for all who look at the page.</p>',
  'lone text': 'MARK one stands here for all who look at the page.',
  list: '<ul><li>MARK one</li><li>MARK two</li></ul>',
  definitions: '<dl><dt>MARK one</dt><dd>MARK two</dd></dl>',
  table: '<table><tr><td>MARK one</td><td>7</td></tr><tr><td>MARK two</td><td>8</td></tr></table>',
  choices:
    '<label>Berth <select><option>MARK one</option><option>MARK two</option></select></label>',
  quotation: '<blockquote><p>MARK one, as he said.</p></blockquote>',
  'section of its own': '<section><h2>Berths</h2><p>MARK one.</p></section>',
  'element of its own': '<my-part><p>MARK one.</p></my-part>',
}
const PLACES = ['in', 'after', 'before'] as const
const COUNTS = [2, 8, 14] as const

function paragraphs(count: number): string {
  return Array.from(
    { length: count },
    (_, at) =>
      `<p>Paragraph ${at} of the harbour log explains in some detail how the bridge was built in stages, who paid for the work, and why mark ${at} matters to readers today.</p>`,
  ).join('')
}

async function readPage(body: string): Promise<string> {
  const html = `<!doctype html><title>Harbour log</title><body>${body}</body>`
  const url = 'https://harbour.example/log'
  const bytes = Buffer.from(html)
  const style = { links: 'inline', images: 'keep' } as const
  const job = { ...style, url, status: 200, kind: 'html', contentType: 'text/html', bytes } as const
  return (await extractJob(job)).markdown
}

describe('of a page with neither links nor anything around its content', () => {
  const cases = Object.keys(KINDS).flatMap((kind) =>
    PLACES.flatMap((place) => COUNTS.map((count) => [kind, place, count] as const)),
  )
  test.each(cases)('nothing is lost: %s %s %i paragraphs', async (kind, place, count) => {
    const part = (KINDS[kind] ?? '').replaceAll('MARK', 'North quay')
    const text = paragraphs(count)
    const before = place === 'before' ? part : ''
    const inside = place === 'in' ? part : ''
    const after = place === 'after' ? part : ''
    const markdown = await readPage(`${before}<main><h1>Log</h1>${text}${inside}</main>${after}`)
    const words = part.match(/North quay (?:one|two)/g) ?? []
    expect(words.length).toBeGreaterThan(0)
    expect(words.filter((each) => !markdown.includes(each))).toEqual([])
    for (let at = 0; at < count; at += 1) expect(markdown).toContain(`Paragraph ${at} `)
  })
})
