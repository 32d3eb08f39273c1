import { describe, expect, test } from 'vitest'
import { parseFeedDate } from '../../../src/feed/dates.ts'
import { feedJob } from '../../../src/feed/feed-job.ts'

async function read(source: string) {
  const bytes = Buffer.from(source)
  const url = 'https://h.example/feed'
  const output = await feedJob({ url, contentType: 'application/xml', bytes, content: true })
  if (output.kind !== 'feed') throw new Error('no feed')
  return output
}
const rss = (inside: string, names = ''): string =>
  `<rss version="2.0"${names}><channel><title>T</title>${inside}</channel></rss>`
const itemOf = async (inside: string, names = '') =>
  (await read(rss(`<item>${inside}</item>`, names))).items[0]

describe('an end tag that was forgotten', () => {
  const rest = '<pubDate>Fri, 09 Aug 2019 14:38:00 +0100</pubDate><description>seen</description>'

  test.each(['<link>https://h.example/p1', '<guid>https://h.example/p1', '<category>ships'])(
    '%s ends where the next element begins',
    async (broken) => {
      const item = await itemOf(`<title>X</title>${broken}${rest}`)
      expect(item).toMatchObject({ published: '2019-08-09T13:38:00.000Z', summary: 'seen' })
      expect(JSON.stringify(item)).not.toContain('pubDate')
    },
  )

  test('in one item, the others keep theirs', async () => {
    const items = ['a', 'b'].map((id) => `<item><link>https://h.example/${id}${rest}</item>`)
    const { items: found } = await read(rss(items.join('')))
    expect(found.map(({ link }) => link)).toEqual(['https://h.example/a', 'https://h.example/b'])
  })
})

test.each([
  ['caf&eacute noir', 'café noir'],
  ['<![CDATA[caf&eacute noir]]>', 'café noir'],
  ['<![CDATA[?a=1&copy=2]]>', '?a=1&copy=2'],
  ['10&lt;sup&gt;6&lt;/sup&gt; km', '10⁶ km'],
  ['CO<sub>2</sub>', 'CO₂'],
])('a title written %s is %s', async (written, title) => {
  expect(await itemOf(`<title>${written}</title>`)).toMatchObject({ title })
})

test.each(['<!-- x -->', '<!-- x --!>', '<!-- a--b --!>', '<!---->'])(
  'what follows the comment %s is read',
  async (comment) => {
    const item = await itemOf(`<title>a</title>${comment}<description>seen</description>`)
    expect(item).toMatchObject({ summary: 'seen' })
  },
)

test('a power of MathML stays one', async () => {
  const math = '<math><mi>x</mi><mo>=</mo><msup><mn>10</mn><mn>6</mn></msup></math>'
  const item = await itemOf(`<description><![CDATA[<p>see ${math} here</p>]]></description>`)
  expect(item).toMatchObject({ summary: 'see x=10⁶ here' })
})

test.each([
  ['2024-07-01 12:00:00 Europe/Berlin', '2024-07-01T10:00:00.000Z'],
  ['Mon, 01 Jan 2024 12:00:00 Europe/Berlin', '2024-01-01T11:00:00.000Z'],
  ['2024-07-01T12:00:00[America/New_York]', '2024-07-01T16:00:00.000Z'],
  ['2024-07-01T12:00:00+02:00[Europe/Berlin]', '2024-07-01T10:00:00.000Z'],
  ['2024-03-31 03:30:00 Europe/Berlin', '2024-03-31T01:30:00.000Z'],
  ['2024-07-01 12:00:00 Asia/Kolkata', '2024-07-01T06:30:00.000Z'],
  ['2024-07-01 12:00:00 Nowhere/Atall', '2024-07-01T12:00:00.000Z'],
])('%s is %s', (written, utc) => {
  expect(parseFeedDate(written)).toBe(utc)
})

test('a feed of 30,000 items says how many are left out', { tags: 'full' }, async () => {
  const output = await read(rss('<item><title>x</title></item>'.repeat(30_000)))
  expect(output).toMatchObject({ total: 10_000, leftOut: 20_000 })
})

describe('what listeners and maps want', () => {
  const names =
    ' xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:georss="http://www.georss.org/georss" xmlns:g="http://www.w3.org/2003/01/geo/wgs84_pos#"'

  test('soundbites, places and funding', async () => {
    const { facts, items } = await read(
      rss(
        '<podcast:funding url="https://h.example/give">Give</podcast:funding><item><title>x</title><podcast:soundbite startTime="73.0" duration="60.5">Best</podcast:soundbite><podcast:location geo="geo:30.27,-97.74">Austin</podcast:location></item>',
        names,
      ),
    )
    expect(facts.funding).toEqual([{ url: 'https://h.example/give', text: 'Give' }])
    expect(items[0]).toMatchObject({
      soundbites: [{ start: 73, duration: 60.5, title: 'Best' }],
      location: { name: 'Austin', latitude: 30.27, longitude: -97.74 },
    })
  })

  test.each([
    ['<georss:point>45.2 -71.9</georss:point>', { latitude: 45.2, longitude: -71.9 }],
    ['<g:lat>45.2</g:lat><g:long>-71.9</g:long>', { latitude: 45.2, longitude: -71.9 }],
    ['<georss:point>95 10</georss:point>', undefined],
    ['<georss:point>here</georss:point>', undefined],
  ])('%s', async (inside, location) => {
    expect((await itemOf(inside, names))?.location).toEqual(location)
  })
})
