import { expect, test } from 'vitest'
import { HELD_OUT_LATE } from '../../../bench/late/held-out/index.ts'
import { FOLD, lackedRows, lackedUnlessSaid } from '../../../bench/late/judge.ts'
import { judgeNumbers } from '../../../bench/late/measure-counters.ts'
import { listLate } from '../../../bench/late/measure-late.ts'
import type { Counting, CounterWay, Given, LateHalf } from '../../../bench/late/page.ts'
import { TRAIN_LATE } from '../../../bench/late/train/index.ts'
import { Random } from '../../../bench/newcomer/random.ts'

const given = (markdown: string, rest: Record<string, unknown> = {}): Given => ({
  result: { markdown, ...rest },
  failed: '',
  markdown,
  besides: JSON.stringify(rest),
  tookMs: 1,
})

const namesOf = ({ ways, controls, counters, silent, interfaces, detecting }: LateHalf): string[] =>
  [ways, controls, counters, silent, interfaces, detecting].flatMap((all) =>
    all.map(({ name }) => name),
  )

test('the halves share no template, and two thirds are held out', () => {
  const [train, heldOut] = [TRAIN_LATE, HELD_OUT_LATE].map(namesOf) as [string[], string[]]
  expect(heldOut.filter((name) => train.includes(name))).toEqual([])
  expect(new Set([...train, ...heldOut]).size).toBe(train.length + heldOut.length)
  for (const key of [
    'ways',
    'controls',
    'counters',
    'silent',
    'interfaces',
    'detecting',
  ] as const) {
    expect(HELD_OUT_LATE[key].length, key).toBeGreaterThanOrEqual(2 * TRAIN_LATE[key].length)
  }
})

test('each late page has a sentence of its own', () => {
  const sentences = [TRAIN_LATE, HELD_OUT_LATE].flatMap((half) =>
    listLate(half).map(({ wait }) => wait.sentence),
  )
  expect(new Set(sentences).size).toBe(sentences.length)
})

const way: CounterWay = { name: 'a', make: () => ({ files: {} }) }
const counting: Counting = {
  random: new Random(1),
  durationMs: 1,
  isStill: false,
  rows: [
    { label: 'boats', value: 48_250 },
    { label: 'crews', value: 310 },
  ],
}

test.each([
  ['48,250 boats 310 crews', {}, ['right', 'right']],
  ['44,721 boats 310 crews', {}, ['WRONG', 'right']],
  ['0 boats 0 crews', { unfinished: true }, ['flagged', 'flagged']],
  ['boats, crews', {}, ['missing', 'missing']],
])('numbers of %s', (markdown, rest, verdicts) => {
  expect(judgeNumbers(given(markdown, rest), way, counting).verdicts).toEqual(verdicts)
})

test('what is not read must be said, by its kind', () => {
  const fold = { notShown: [{ kind: 'fold', count: 2 }] }
  expect(lackedUnlessSaid(given('Day'), ['Night'], FOLD)).toHaveLength(1)
  expect(lackedUnlessSaid(given('Day', fold), ['Night'], FOLD)).toEqual([])
  expect(lackedUnlessSaid(given('Day', { notShown: [] }), ['Night'], FOLD)).toHaveLength(1)
  expect(lackedRows(given('sack 0 sack 1'), 'sack', 3)).toHaveLength(1)
  expect(lackedRows(given('sack 0 sack 1 sack 2'), 'sack', 3)).toEqual([])
  expect(lackedRows(given('sack 0', { notShown: [{ kind: 'list' }] }), 'sack', 3)).toEqual([])
})
