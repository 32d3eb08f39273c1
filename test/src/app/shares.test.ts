import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chatScenarios } from '../../support/shares/chat.ts'
import { shownElsewhere } from '../../support/shares/elsewhere.ts'
import { engineScenarios } from '../../support/shares/engines.ts'
import { httpScenarios } from '../../support/shares/http.ts'
import { FLOODERS, OTHERS, type Scenario } from '../../support/shares/scenario.ts'
import { shares } from '../../support/shares/shares.ts'

const scenarios: readonly Scenario[] = [...httpScenarios, ...engineScenarios, ...chatScenarios]

/** Rows of the table, as what they mean begins; the longest beginning counts, where one begins another. */
const shareRows = [...scenarios, ...shownElsewhere].flatMap(({ rows }) => rows)

function rowsOf(begin: string): string[] {
  return shares
    .map(({ meaning }) => meaning)
    .filter(
      (meaning) =>
        meaning.startsWith(begin) &&
        !shareRows.some(
          (other) =>
            other.length > begin.length && other.startsWith(begin) && meaning.startsWith(other),
        ),
    )
}

test(`each of the ${shares.length} rows of the table of shares is shown once`, () => {
  const covered = shareRows.flatMap(rowsOf)
  expect(shares.map(({ meaning }) => meaning).filter((row) => !covered.includes(row))).toEqual([])
  expect(shareRows.filter((begin) => rowsOf(begin).length === 0)).toEqual([])
  expect(covered.toSorted()).toEqual(shares.map(({ meaning }) => meaning).toSorted())
})

test.each(shownElsewhere)('$rows.0 … is shown in $file', ({ file, test: title }) => {
  expect(readFileSync(file, 'utf8')).toContain(title)
})

describe.each(scenarios)('at the cap of: $rows.0 …', ({ by, run }) => {
  const floods = FLOODERS.filter(({ name }) => by.includes(name)).flatMap((flooder) =>
    OTHERS.map((other) => ({ flooder, other, name: flooder.name, id: other.principal.id })),
  )
  test.each(floods)('$name is held, and $id is answered', async ({ flooder, other }) => {
    const outcome = await run(flooder, other)
    expect(outcome.flooder).not.toBe('answered')
    expect(outcome.other).toBe('answered')
  })
})
