import { describe, expect, test } from 'vitest'
import { readMarkdown } from '../../../src/extract/markdown/markdown-document.ts'
import { pageInfoJob } from '../../../src/extract/page-info-job.ts'
import { stripInvisible } from '../../../src/lib/text.ts'
import { visibility } from '../../../src/markup/html/hiding/hidden.ts'
import { tokenize } from '../../../src/markup/html/tokens/tokenize.ts'

/** How much longer a text is made. */
const FACTOR = 4
/** Between what that takes where time is linear, and where it is quadratic. */
const GROWTH_MAX_RATIO = 10
/** Less than this says nothing. */
const NOISE_MS = 15
const RUNS = 3

const filled = (unit: string, chars: number) =>
  unit.repeat(Math.max(1, Math.floor(chars / unit.length)))

/** The least processor time of a few runs. */
async function timeOf(work: (text: string) => unknown, text: string): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const began = process.cpuUsage()
    await work(text)
    const { user, system } = process.cpuUsage(began)
    times.push((user + system) / 1_000)
  }
  return Math.min(...times)
}

/** How much more processor time a text takes that is `FACTOR` times as long. */
async function growthOf(work: (text: string) => unknown, unit: string, chars: number) {
  const short = await timeOf(work, filled(unit, chars))
  const long = await timeOf(work, filled(unit, FACTOR * chars))
  return (long + NOISE_MS) / (short + NOISE_MS)
}

const tokens = (source: string) =>
  tokenize(source, {
    wantsAttributes: () => true,
    wantsAttribute: () => true,
    isInForeignContext: () => false,
    text() {},
    start() {},
    end() {},
  })

function markdown(text: string): void {
  try {
    readMarkdown(text, { links: 'none', images: 'none' })
  } catch {
    // A page nested too deep is refused, which must not take long either.
  }
}

const page = async (html: string) =>
  pageInfoJob({
    url: 'https://example.com/',
    status: 200,
    complete: true,
    contentType: 'text/html',
    bytes: Buffer.from(html),
  })

const TAGS =
  '<|</|<a |<a b="|<!--|<!|&|<script>|<script><!--<script>|</script|<title>|<a b=c|<![CDATA[|<script>a</script>|<script><!--a</script>'
const MARKS =
  '[a](¦![¦<!--¦](<¦[[¦<a ¦<a x="¦<a\n¦<?¦`¦a`` ¦*a_ ¦> ¦- a\n  ¦[a]: b\n¦![a](b)¦<b>x</b>¦<div>\n\n¦| a ¦<<b>b>¦|'

describe.each([
  ['the tokens of a page', tokens, TAGS.split('|'), 500_000],
  ['those of a script', (text: string) => tokens(`<script>${text}`), TAGS.split('|'), 200_000],
  ['a Markdown document', markdown, [...MARKS.split('¦'), '- '.repeat(40)], 12_000],
  ['its heading', (text: string) => markdown(`# a${text}`), [' '], 225_000],
  ['its title', (text: string) => markdown(`---\ntitle: a${text}b\n---\n`), [' '], 225_000],
  [
    'a style',
    (style: string) => visibility({ style: `${style};x:y` }),
    ['a:b;', '(', '\\', '"a', '/*', '/* */', ' ', '1', 'a:url(', 'margin:1 '],
    100_000,
  ],
  [
    'what is invisible in a text',
    stripInvisible,
    ['\u009D', '\u001B]', '\u001B[1;', '1;', '\u200D', '\r'],
    250_000,
  ],
  [
    'the facts of a page',
    page,
    ['<b>', '<h1><span class="author date">', '<meta name="a" content="b">', ' - ', ' \n', '1'],
    400_000,
  ],
] as const)('%s are found in linear time', (_, work, units, chars) => {
  test.each([...units].map((unit) => [JSON.stringify(unit), unit]))(
    'of %s',
    async (_name, unit) => {
      expect(await growthOf(work, unit, chars)).toBeLessThan(GROWTH_MAX_RATIO)
    },
  )
})

test('the measure tells quadratic time', async () => {
  const quadratic = (text: string) => {
    let count = 0
    for (const _ of text) for (const other of text) count += other === 'b' ? 1 : 0
    return count
  }
  expect(await growthOf(quadratic, 'a', 3_000)).toBeGreaterThan(GROWTH_MAX_RATIO)
})
