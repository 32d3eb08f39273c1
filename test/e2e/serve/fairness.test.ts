import { expect, test } from 'vitest'
import { runScenario } from '../../support/fairness/scenario.ts'
import { grown, unanswered } from '../../support/fairness/verdict.ts'

/** Calls may take half a minute each before they count as unanswered. */
const TEST_MAX_MS = 180_000

test(
  'good callers are answered beside slow pages, a flood of sessions and one of polls, and nothing grows',
  async () => {
    const result = await runScenario({
      attacks: ['slow-pages', 'session-flood', 'poll-flood'],
      durationMs: 6_000,
      goodPeople: 4,
      warmUpMs: 1_000,
      settleMs: 1_500,
    })
    // An attack that does not arrive proves nothing.
    for (const statuses of Object.values(result.statuses)) {
      expect(Object.keys(statuses).filter((status) => status !== '0')).not.toEqual([])
    }
    expect({ unanswered: unanswered(result), grown: grown(result) }).toEqual({
      unanswered: [],
      grown: [],
    })
  },
  TEST_MAX_MS,
)
