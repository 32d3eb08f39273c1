// @module-tag full
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bellhop, ROOT, SOURCE } from '../support/bellhop.ts'

const PAGE = join(ROOT, 'docs/demo.md')
const RECORDED = /(<!-- demo:start -->\n```text\n)([\s\S]*?)(```\n<!-- demo:end -->)/

const leftFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('bellhop-demo-'))

test('the demonstration holds without a network, removes its folder, and prints what its page shows', async () => {
  const before = leftFolders()
  const { code, stdout, stderr } = await bellhop(['demo'], { entry: SOURCE })
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stderr: '' })
  expect(leftFolders().filter((name) => !before.includes(name))).toEqual([])
  for (const line of stdout.split('\n')) {
    // One word that is longer than a line stays whole.
    if (line.trim().includes(' ')) expect(line.length, line).toBeLessThanOrEqual(80)
  }
  const page = readFileSync(PAGE, 'utf8')
  const [, , recorded = ''] = RECORDED.exec(page) ?? []
  const isSkipped = stdout.includes('skipped:')
  if (comparable(recorded, isSkipped) === comparable(stdout, isSkipped)) return
  if (process.env['UPDATE_DOCS'] === undefined) {
    expect(comparable(recorded, isSkipped)).toBe(comparable(stdout, isSkipped))
  } else {
    writeFileSync(
      PAGE,
      page.replace(RECORDED, (_, head: string, __, tail: string) => head + stdout + tail),
    )
  }
})

/** What two runs have in common, on machines with and without a browser and a test chain. */
function comparable(output: string, isSkipped: boolean): string {
  const text = output
    .replaceAll(/\s*\n[ ]*(?:│ ?)?/g, '\n')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\d+\.\d+ s\b/g, '0.0 s')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:0')
    .replaceAll(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}Z/g, '2026-01-01 00:00Z')
    .replaceAll(/0x[0-9a-f]+…/g, '0x0…')
    .replaceAll('screenshot, ', '')
    .replaceAll(/\d+ tools/g, '0 tools')
  return isSkipped ? text.slice(0, text.indexOf('A third client')) : text
}
