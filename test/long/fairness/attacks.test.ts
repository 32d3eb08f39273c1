import { beforeAll, describe, expect, test } from 'vitest'
import { ATTACK_NAMES, type AttackName } from '../../support/fairness/attackers/index.ts'
import { type Result, runScenario } from '../../support/fairness/scenario.ts'
import { grown, tooLarge, tooSlow, unanswered } from '../../support/fairness/verdict.ts'

const DURATION_MS = 60_000
const TEST_MAX_MS = 240_000

const attacks: [name: string, attacks: readonly AttackName[]][] = [
  ...ATTACK_NAMES.map((name): [string, AttackName[]] => [name, [name]]),
  ['all of them at once', ATTACK_NAMES],
]

describe('good callers beside a hostile one, for a minute', () => {
  let calm: Result
  beforeAll(async () => {
    calm = await runScenario({ attacks: [], durationMs: DURATION_MS })
  }, TEST_MAX_MS)

  test('without one, all are answered', () => {
    expect(unanswered(calm)).toEqual([])
  })

  test.each(attacks)(
    '%s',
    async (_, hostile) => {
      const result = await runScenario({ attacks: hostile, durationMs: DURATION_MS })
      expect({
        unanswered: unanswered(result),
        tooSlow: tooSlow(result, calm),
        tooLarge: tooLarge(result),
        grown: grown(result),
      }).toEqual({ unanswered: [], tooSlow: [], tooLarge: [], grown: [] })
    },
    TEST_MAX_MS,
  )
})
