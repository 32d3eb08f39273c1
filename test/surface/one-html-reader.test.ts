import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What a pattern that looks for tags of HTML holds: `<` and the name of one, perhaps behind `/` and in groups; no name of a group. */
const LOOKS_FOR_TAG = /(?<!\(\?)<(?:\\\/|\?|\(\?:|\(\?=|\(|\))*(?:[a-z]{1,10}\b|\[a-z)/

/** Files that look for tags by a pattern, and what for; everything else has them read by `src/markup/html`. */
const BY_PATTERN: Readonly<Record<string, string>> = {
  'src/chat/rendering/highlight.ts': 'what the highlighter has written',
  'src/chat/rendering/timestamps.ts': 'a mark of messages, which is no HTML',
  'src/convert/markdown/autolinks.ts': 'single tags that markdown-it has found',
  'src/convert/markdown/markdown-reader.ts': 'the tag filter of GFM is one of characters',
  'src/convert/markdown/markdown-tables.ts': 'single tags that markdown-it has found',
  'src/convert/pairs.ts': 'whether there is a table at all, before it is read',
  'src/documents/book/read-epub.ts': 'whether a chapter has a heading at all, before it is read',
  'src/documents/plain/notebook.ts': 'whether there is a table at all, before it is read',
  'src/documents/plain/subtitles.ts': 'marks of subtitles, which are no HTML',
  'src/extract/markdown/markdown-html.ts':
    'HTML in Markdown has a grammar of its own (CommonMark 6.6)',
  'src/extract/markdown/markdown-tracer.ts': 'what looks like a tag in Markdown',
  'src/extract/page-info-job.ts': 'whether the end of a page came, and a script in it',
  'src/extract/page-info/held-documents.ts': 'whether there is a frame at all, before it is read',
  'src/extract/records/installs.ts': 'build files that a page shows as text',
  'src/extract/walls/component-signs.ts': 'hints that scripts fill a page',
  'src/extract/walls/page-walls.ts': 'a hint where programs put a page',
  'src/feed/html-text.ts': 'titles of RSS, which may or may not be HTML',
  'src/lib/declared-encoding.ts': 'the encoding, before there is text (HTML standard, 13.2.3.2)',
  'src/markdown/escape.ts': 'what must not become a tag',
  'src/markdown/write/math.ts': 'what must not become a tag',
  'src/pdf/write/write-inline.ts': 'what must not become a tag',
}

/** A pattern, where one can stand. */
const PATTERN =
  /(?:^|[=(,:?!&|[{;]|\breturn)\s*(\/(?:[^/\\\n[*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*\/)[dgimsuvy]*/gm

test('nobody but src/markup takes HTML apart', () => {
  const readers = globSync(['src/**/*.ts', 'tools/**/*.ts'], { cwd: root }).filter((file) => {
    if (file.startsWith('src/markup/')) return false
    const source = readFileSync(join(root, file), 'utf8')
    return [...source.matchAll(PATTERN)].some(([, pattern = '']) => LOOKS_FOR_TAG.test(pattern))
  })
  expect(readers.toSorted()).toEqual(Object.keys(BY_PATTERN).toSorted())
})

test('its tokens are seen by it alone', () => {
  const sources = globSync(['src/**/*.ts', 'tools/**/*.ts'], { cwd: root })
  const users = sources.filter(
    (file) =>
      !file.startsWith('src/markup/') &&
      /\btokenize\b[^'\n]*from '[^']*markup\/html/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(users).toEqual(['src/extract/page-info/scan/scan-page.ts'])
})
