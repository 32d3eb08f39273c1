import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Beginnings that speak of a neighbour, which an editor does not show beside the comment, or that do not name the thing (`What is`). */
const NAMES_NOTHING =
  /\/\*\*\s+(?:\*\s+)?(?:The same|See|Those|It|They|That|This|These|Such|As above|Likewise|Also|And|Or|But|Else|What is)\b.*/g

/** Doc comments of a source that begin so, each with its line. */
function findLeaning(source: string): string[] {
  return [...source.matchAll(NAMES_NOTHING)].map(({ index, 0: comment }) => {
    const line = source.slice(0, index).split('\n').length
    return `${line} ${comment.replace(/\s+\*?\s*/, ' ').trim()}`
  })
}

test('doc comments stand alone', () => {
  const found = globSync('{src,tools,web}/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    findLeaning(readFileSync(join(root, file), 'utf8')).map((comment) => `${file}:${comment}`),
  )
  expect(
    found.toSorted(),
    'Name the thing itself: an editor shows the comment alone. "Bytes of one upload." rather than "The same for uploads.", "Whether it waits." rather than "It waits.", what it does rather than "See `Other`.", and "Facts of a font." rather than "What is known of a font.".',
  ).toEqual([])
})

test('finds those that lean on a neighbour or name nothing, on one line and on several', () => {
  const source =
    '/** Reads it. */\n/** The same for two. */\n/**\n * See `Other`.\n */\n/** Item. */\n/** What is read. */\n'
  expect(findLeaning(source)).toEqual([
    '2 /** The same for two. */',
    '3 /** See `Other`.',
    '7 /** What is read. */',
  ])
})
