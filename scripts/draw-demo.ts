import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

/**
 * `npx node scripts/draw-demo.ts`: draws the picture of the README, a terminal with some steps of `bellhop demo` as they are printed.
 */

const root = join(import.meta.dirname, '..')

/** Steps that are in the picture, by their numbers. */
const STEPS = [3, 4, 10]

/** Colours of a dark terminal by the code of their escape sequence. */
const STYLES: Readonly<Record<string, string>> = {
  '1': 'font-weight:700;color:#ffffff',
  '2': 'color:#6b7280',
  '31': 'color:#f87171',
  '32': 'color:#4ade80',
  '33': 'color:#facc15',
  '36': 'color:#67e8f9',
}

const { stdout } = await promisify(execFile)(
  process.execPath,
  [join(root, 'src/cli/bellhop.js'), 'demo'],
  { env: { ...process.env, FORCE_COLOR: '1' } },
)
const steps = stepsOf(stdout).filter(({ number }) => STEPS.includes(number))
if (steps.length !== STEPS.length) throw new Error('The demonstration has fewer steps.')

const text = ['$ npm start -- demo', ...steps.map((step) => step.text)].join('\n\n')
const page = `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #fff }
pre { margin: 0; padding: 22px 26px; display: inline-block; border-radius: 12px; background: #11151c; color: #d1d5db;
  font: 14px/1.42 "JetBrains Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace }
</style><pre>${coloured(text)}</pre>`

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const tab = await browser.newPage({ deviceScaleFactor: 1.5 })
  await tab.setContent(page)
  const picture = await tab.locator('pre').screenshot({ omitBackground: true })
  writeFileSync(join(root, 'docs/images/demo.png'), picture)
} finally {
  await browser.close()
}

/** Steps by their number, each without the empty line before the next. */
function stepsOf(output: string): { number: number; text: string }[] {
  const starts = [...output.matchAll(/^ ?(\d{1,2}) {2}/gm)]
  return starts.map((start, at) => ({
    number: Number(start[1]),
    text: output.slice(start.index, starts[at + 1]?.index).trimEnd(),
  }))
}

/** Text with escape sequences as HTML. */
function coloured(printed: string): string {
  let isOpen = false
  const html = printed
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/\u001b\[(\d+)m/g, (_, code: string) => {
      const end = isOpen ? '</span>' : ''
      const style = STYLES[code]
      isOpen = style !== undefined
      return style === undefined ? end : `${end}<span style="${style}">`
    })
  return isOpen ? `${html}</span>` : html
}
