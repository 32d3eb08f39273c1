import { Readability } from '@mozilla/readability'
import { JSDOM } from 'jsdom'
import { GroupUsage } from '../src/browser/usage.ts'
import { openTestBrowser } from '../test/support/browser-world.ts'
import { callWith } from '../test/support/call.ts'
import { renderedPages, shareFound, startRenderedPages } from '../test/support/rendered-pages.ts'
import { extract } from '../tools/web/extract.ts'
import { machineLine, recordSection } from './record.ts'

/** What one reading of a page gave. */
interface Reading {
  markdown: string
  words: number
  isRendered: boolean
  outcome: string
}

const NOTHING: Reading = { markdown: '', words: 0, isRendered: false, outcome: '' }

/** `npm run bench -- render`: the words of pages that need a browser, as they are sent and as they are rendered. */
export async function run(): Promise<void> {
  await using site = await startRenderedPages()
  const { allowHosts, origin } = site
  await using browser = openTestBrowser({ allowHosts })
  await using caller = callWith({ allowHosts })
  const renderer = {
    isSold: false,
    opensTo: () => true,
    isThere: async () => true,
    render: async (...call: Parameters<typeof browser.render>) => {
      const page = await browser.render(...call)
      html = page.html
      return page
    },
  }
  let html = ''
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
  await read(`${origin}/static.html`, 'auto')
  const { product = '' } = await browser.inspect()
  const usage = new GroupUsage(browser.pid ?? 0)
  let cpuMs = 0
  let peakBytes = 0
  // Processes end with their pages.
  const timer = setInterval(() => {
    const now = usage.read()
    cpuMs = now?.cpuMs ?? 0
    peakBytes = Math.max(peakBytes, now?.memoryBytes ?? 0)
  }, 50)
  const rows: string[] = []
  const times: number[] = []
  for (const [name, { path, texts, unseen }] of Object.entries(renderedPages)) {
    const url = `${origin}/${path}`
    const plain = await read(url, 'never')
    const before = cpuMs
    peakBytes = 0
    html = ''
    const began = performance.now()
    const auto = await read(url, 'auto')
    const tookMs = Math.round(performance.now() - began)
    if (auto.isRendered) times.push(tookMs)
    const marks = unseen.filter((mark) => auto.markdown.includes(mark)).length
    const cells = [
      name,
      `${plain.words} ${plain.outcome}`.trim(),
      `${auto.words} ${auto.outcome}`.trim(),
      percent(shareFound(texts, plain.markdown)),
      percent(shareFound(texts, auto.markdown)),
      html === '' ? '–' : percent(shareFound(texts, readable(html, url))),
      auto.isRendered ? 'yes' : 'no',
      String(marks),
      `${tookMs} ms`,
      auto.isRendered ? `${Math.round(cpuMs - before)} ms` : '–',
      auto.isRendered ? `${Math.round(peakBytes / 1e6)} MB` : '–',
    ]
    rows.push(`| ${cells.join(' | ')} |`)
  }
  clearInterval(timer)
  times.sort((a, b) => a - b)
  recordSection(
    'render',
    'Pages that need a browser',
    [
      machineLine(),
      `${product}, behind the guard, one page after another. “Found” is the part of the words that a reader sees; “hidden” counts marks of what no reader sees. Readability read the same rendered HTML in jsdom. CPU and memory are those of the browser.`,
      [
        '| page | words as sent | words with `auto` | found as sent | found with `auto` | found by Readability | rendered | hidden | time | CPU | memory |',
        '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
        ...rows,
      ].join('\n'),
      `Median of a rendered page: ${times[Math.floor(times.length / 2)] ?? 0} ms.`,
    ].join('\n\n'),
  )
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
