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
  // One word that is longer than a line stays whole.
  const lines = stdout.split('\n').filter((line) => line.trim().includes(' '))
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  const page = readFileSync(PAGE, 'utf8')
  const [, , recorded = ''] = RECORDED.exec(page) ?? []
  const isSkipped = stdout.includes('skipped:')
  const isStale = comparable(recorded, isSkipped) !== comparable(stdout, isSkipped)
  const isUpdated = isStale && process.env['UPDATE_DOCS'] !== undefined
  if (isUpdated) {
    const fresh = page.replace(
      RECORDED,
      (_, head: string, __, tail: string) => head + stdout + tail,
    )
    writeFileSync(PAGE, fresh)
  }
  const expected = isUpdated ? stdout : recorded
  expect(comparable(expected, isSkipped)).toBe(comparable(stdout, isSkipped))
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
