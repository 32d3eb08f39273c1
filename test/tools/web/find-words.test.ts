import { expect, test } from 'vitest'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { asTool } from '../../../src/core/run/agent-form.ts'
import { runOperation } from '../../../src/core/run/run.ts'
import { extract } from '../../../tools/web/extract.ts'
import { pdfToMarkdown } from '../../../tools/web/pdf-to-markdown.ts'
import { caller, servePagesToCaller, server } from '../../support/pages-and-caller.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { paragraph, pdfOf } from '../../support/pdf.ts'

const sections = Array.from(
  { length: 40 },
  (
    _,
    n,
  ) => `<h2>Section ${n}</h2><p>Here the text goes on about matter ${n} for a while, as texts do,
  and says little that anybody would look for in a document.</p>`,
)
sections[25] += '<p>Only here the Crème de la crème is served to guests.</p>'
const page = (n: number) =>
  paragraph(72, 700, [`The words of page ${n} are many, and most of them are the same.`]) +
  (n === 3 ? paragraph(72, 600, ['The walnut harvest was better than last year.']) : '')

servePagesToCaller({
  '/long': {
    body: `<title>Long</title><article><h1>Long</h1>${sections.join('')}</article>`,
  },
  '/long.pdf': {
    headers: { 'content-type': 'application/pdf' },
    body: pdfOf([1, 2, 3, 4].map(page)),
  },
  '/data.txt': {
    headers: { 'content-type': 'text/plain' },
    body: Array.from(
      { length: 2_000 },
      (_, n) => `row ${n}, ${n === 1_500 ? 'needle' : 'hay'}`,
    ).join('\n'),
  },
})

/** Where the first part of an answer is, in its words, and its cursor. */
function firstPlace({ markdown }: Record<string, unknown>) {
  const written = /^\[(.*) · (?:cursor "(.+)"|beginning)\]$/m.exec(String(markdown))
  const [, place = '', cursor] = written ?? []
  return { place, cursor, position: Number(cursor?.split('.')[0] ?? 0) }
}

test(
  'a page shows the parts that match, and a cursor reads on from there without a second fetch',
  { tags: 'full' },
  async () => {
    const url = `${server.origin}/long`
    const before = server.requests.length
    const input = { url, maxChars: 500 }
    const result = await caller.call(asTool(extract), { ...input, find: 'creme CRÈME' })
    expect(result['found']).toBe(1)
    expect(result['markdown']).toMatch(/^\[1 matching part\. .*> Only here the Crème de la crème/s)
    expect(result).toMatchObject({ url, title: 'Long' })
    const { place, cursor, position } = firstPlace(result)
    expect(place).toBe('Long > Section 25')
    const there = await caller.call(asTool(extract), { ...input, cursor })
    expect(String(there['markdown'])).toMatch(/^Only here the Crème de la crème is served/)
    expect(server.requests.length - before).toBe(1)
    const whole = await caller.call(extract, { url })
    expect(String(whole['markdown']).slice(position)).toMatch(/^Only here/)
    expect(whole['wordCount']).toBe(result['wordCount'])
  },
)

test.each([undefined, true])(
  'a PDF tells the page, pageMarkers %s',
  { tags: 'full' },
  async (pageMarkers) => {
    const input = { url: `${server.origin}/long.pdf`, ...(pageMarkers ? { pageMarkers } : {}) }
    const result = await caller.call(asTool(pdfToMarkdown), { ...input, find: 'walnut' })
    const { place, cursor, position } = firstPlace(result)
    expect([result['found'], place]).toEqual([1, expect.stringMatching(/page 3$/)])
    const there = await caller.call(asTool(pdfToMarkdown), { ...input, cursor })
    expect(String(there['markdown'])).toMatch(/^The walnut harvest/)
    const whole = await caller.call(pdfToMarkdown, input)
    expect(String(whole['markdown']).slice(position)).toMatch(/^The walnut harvest/)
    expect(whole['wordCount']).toBe(result['wordCount'])
  },
)

test('in a plain text the part is some lines of it', async () => {
  const url = `${server.origin}/data.txt`
  const result = await caller.call(asTool(extract), { url, find: 'needle' })
  expect(result['found']).toBe(1)
  expect(String(result['markdown']).length).toBeLessThan(1_500)
  const [, cursor] = /cursor "(.+)"/.exec(String(result['markdown'])) ?? []
  const there = await caller.call(asTool(extract), { url, maxChars: 2_500, cursor })
  expect(String(there['markdown'])).toMatch(/^```\nrow .*row 1500, needle/s)
})

test('nothing found is told, and words without letters are refused', async () => {
  const url = `${server.origin}/long`
  expect(await caller.call(asTool(extract), { url, find: 'zeppelin' })).toMatchObject({
    markdown: expect.stringMatching(/^\[Nothing matches/),
    found: 0,
  })
  const refused = caller.call(asTool(extract), { url, find: ' .. ' })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
})

test('the routes know no such field', () => {
  for (const operation of [extract, pdfToMarkdown]) {
    expect('find' in operation.input.shape).toBe(false)
    expect('find' in asTool(operation).input.shape).toBe(true)
  }
})

test('at another instance the whole document is read, and searched here', async () => {
  const requests: unknown[] = []
  const services = {
    ...caller.services,
    place: async (_operation: unknown, { input }: { input: unknown }) => {
      requests.push(input)
      return {
        url: 'https://site.example/',
        title: 'There',
        markdown: 'One.\n\nTwo walnuts.',
        wordCount: 3,
        fetchedAt: '2026-01-02T03:04:05.678Z',
      }
    },
  }
  const result = await runOperation(
    asTool(extract),
    { url: 'https://site.example/', find: 'walnut', maxChars: 500 },
    {
      services,
      caller: undefined,
      principal: LOCAL_PRINCIPAL,
      signal: AbortSignal.timeout(PATIENCE_MS),
      progress: () => {},
    },
  )
  expect(requests).toEqual([{ url: 'https://site.example/' }])
  expect(result['found']).toBe(1)
  expect(String(result['markdown'])).toContain('[cursor "6.')
})
