import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { BenchPage } from '../../../bench/data.ts'
import { countDomains, unseenPages, withoutCopies } from '../../../bench/extract/unseen.ts'

const folder = mkdtempSync(join(tmpdir(), 'unseen-'))
afterAll(() => rmSync(folder, { recursive: true }))

function page(id: string, url: string, html: string): BenchPage<undefined> {
  const file = join(folder, `${id}.html`)
  writeFileSync(file, html)
  return { id, file, url, truth: undefined }
}

const learned = [
  page('a', 'https://www.gazette.test/1', '<p>Tides</p>'),
  page('b', 'https://mill.test/1', '<p>Mill</p>'),
]

test('copies are left out, whatever their white space and address', () => {
  const copy = page('c', 'https://other.test/', '<p>Tides</p>')
  const spaced = page('d', 'https://third.test/', '<p>Mill\n</p>')
  const alike = page('e', 'https://third.test/2', '<p>Mill </p>')
  expect(withoutCopies([...learned, copy, spaced, alike]).map(({ id }) => id)).toEqual([
    'a',
    'b',
    'd',
  ])
})

test('only pages of new content and new domains are unseen', () => {
  const pages = [
    page('f', 'https://other.test/', '<p>Tides</p>'),
    page('g', 'https://news.gazette.test/2', '<p>Fog</p>'),
    page('h', 'https://fresh.test/', '<p>Snow</p>'),
    page('i', 'https://fresh.test/2', '<p>Snow</p>'),
  ]
  const unseen = unseenPages(pages, learned)
  expect(unseen.pages.map(({ id }) => id)).toEqual(['h'])
  expect(unseen).toMatchObject({ copies: 2, ofKnownDomains: 1 })
  expect(countDomains(unseen.pages)).toBe(1)
})
