import { Readability } from '@mozilla/readability'
import { JSDOM } from 'jsdom'
import { GroupUsage } from '../src/browser/launch/usage.ts'
import { chromiumProgram, openTestBrowser } from '../test/support/browser-world.ts'
import { callWith } from '../test/support/call.ts'
import { renderedPages, shareFound, startRenderedPages } from '../test/support/rendered-pages.ts'
import { extract } from '../tools/web/extract.ts'
import { machineLine, recordSection } from './record.ts'
import { openPlaywright } from './render/playwright.ts'

/** What one reading of a page gave. */
interface Reading {
  markdown: string
  words: number
  isRendered: boolean
  outcome: string
}

const NOTHING: Reading = { markdown: '', words: 0, isRendered: false, outcome: '' }

/** `npm run bench -- render`: the words of pages that need a browser, as they are sent, as they are rendered, and as another reader has them. */
export async function run(): Promise<void> {
  await using site = await startRenderedPages()
  const { allowHosts, origin } = site
  await using browser = openTestBrowser({ allowHosts })
  await using rival = await openPlaywright(chromiumProgram())
  await using caller = callWith({ allowHosts })
  const renderer = {
    isSold: false,
    opensTo: () => true,
    isThere: async () => true,
    render: browser.render.bind(browser),
  }
  const read = async (url: string, render: 'auto' | 'never'): Promise<Reading> => {
    Object.assign(caller.services, { browser: renderer })
    try {
      const signal = AbortSignal.timeout(60_000)
      const article = await caller.call(extract, { url, render, images: 'alt' }, { signal })
      const { markdown, wordCount, rendered = false } = article
      return {
        markdown: String(markdown),
        words: Number(wordCount),
        isRendered: rendered === true,
        outcome: '',
      }
    } catch (thrown) {
      return { ...NOTHING, outcome: String((thrown as { code?: unknown }).code) }
    }
  }
  await read(`${origin}/react.html`, 'auto')
  await rival.render(`${origin}/react.html`)
  const { product = '' } = await browser.inspect()
  const rows: string[] = []
  const times: number[] = []
  for (const [name, { path, texts, unseen }] of Object.entries(renderedPages)) {
    const url = `${origin}/${path}`
    const plain = await read(url, 'never')
    const auto = await measured(browser.pid ?? 0, async () => read(url, 'auto'))
    const other = await measured(rival.pid, async () => readable(await rival.render(url), url))
    const { markdown, words, outcome, isRendered } = auto.value
    if (isRendered) times.push(auto.tookMs)
    const countMarks = (text: string) => unseen.filter((mark) => text.includes(mark)).length
    const cells = [
      name,
      `${plain.words} ${plain.outcome}`.trim(),
      `${words} ${outcome}`.trim(),
      percent(shareFound(texts, plain.markdown)),
      percent(shareFound(texts, markdown)),
      percent(shareFound(texts, other.value)),
      isRendered ? 'yes' : 'no',
      `${countMarks(markdown)} / ${countMarks(other.value)}`,
      `${auto.tookMs} / ${other.tookMs} ms`,
      `${isRendered ? auto.cpuMs : 0} / ${other.cpuMs} ms`,
      `${isRendered ? auto.peakMb : 0} / ${other.peakMb} MB`,
    ]
    rows.push(`| ${cells.join(' | ')} |`)
  }
  times.sort((a, b) => a - b)
  recordSection(
    'render',
    'Pages that need a browser',
    [
      machineLine(),
      `${product}, one page after another. Ours is behind the guard; beside it in the same run, playwright-core until the network is idle, and Readability in jsdom on what it has. “Found” is the share of visible words that were read; “hidden” counts marks in text that no reader sees. CPU and memory are those of the browsers.`,
      [
        '| page | words as sent | words with `auto` | found as sent | found with `auto` | found by playwright-core and Readability | rendered | hidden, ours / theirs | time | CPU | memory |',
        '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
        ...rows,
      ].join('\n'),
      `Median of a rendered page: ${times[Math.floor(times.length / 2)] ?? 0} ms.`,
    ].join('\n\n'),
  )
}

/** How often a browser is looked at: its processes end with their pages. */
const LOOK_EVERY_MS = 50

/** Does something with a browser, and measures what its processes took for it. */
async function measured<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ value: T; tookMs: number; cpuMs: number; peakMb: number }> {
  const usage = new GroupUsage(pid)
  const beforeMs = usage.read()?.cpuMs ?? 0
  let cpuMs = 0
  let peakBytes = 0
  const timer = setInterval(() => {
    const now = usage.read()
    cpuMs = Math.max(cpuMs, (now?.cpuMs ?? 0) - beforeMs)
    peakBytes = Math.max(peakBytes, now?.memoryBytes ?? 0)
  }, LOOK_EVERY_MS)
  const began = performance.now()
  try {
    const value = await work()
    const tookMs = Math.round(performance.now() - began)
    return { value, tookMs, cpuMs: Math.round(cpuMs), peakMb: Math.round(peakBytes / 1e6) }
  } finally {
    clearInterval(timer)
  }
}

/** What another reader takes of a page. */
function readable(html: string, url: string): string {
  const { window } = new JSDOM(html, { url })
  try {
    return new Readability(window.document).parse()?.textContent ?? ''
  } finally {
    window.close()
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
