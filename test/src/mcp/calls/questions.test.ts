import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../../src/lib/durations.ts'
import { openQuestion, ownQuestions, sealQuestion } from '../../../../src/mcp/calls/questions.ts'
import { sharedQuestions } from '../../../../src/mcp/calls/shared-questions.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'

const ASKED_MS = 1_000_000
const subject = { key: 'delete 7', caller: 'ada' }

await onBothDatabases(({ newLocation, open }) => {
  test('the answer to a question counts once, at any server of the store', async () => {
    const location = newLocation()
    const [here, there] = [await open(location), await open(location)]
    const [asking, answered] = [
      sharedQuestions(async () => here),
      sharedQuestions(async () => there),
    ]
    const state = await sealQuestion(asking, subject, ASKED_MS)
    const others = [
      openQuestion(answered, { ...subject, key: 'delete 8' }, state, ASKED_MS),
      openQuestion(answered, { ...subject, caller: 'bob' }, state, ASKED_MS),
      openQuestion(answered, { key: subject.key, caller: undefined }, state, ASKED_MS),
      openQuestion(answered, subject, state, ASKED_MS + 11 * MINUTE_MS),
      openQuestion(answered, subject, state.replace(`.${ASKED_MS}.`, '.1000001.'), ASKED_MS),
      openQuestion(ownQuestions(), subject, state, ASKED_MS),
    ]
    expect(new Set(await Promise.all(others))).toEqual(new Set([false]))
    const both = [asking, answered].map(async (one) => openQuestion(one, subject, state, ASKED_MS))
    expect(new Set(await Promise.all(both))).toEqual(new Set([true, false]))
    expect(await openQuestion(asking, subject, state, ASKED_MS)).toBe(false)

    // A question too old to be answered is forgotten with the next answer.
    const lateMs = ASKED_MS + 30 * MINUTE_MS
    const later = await sealQuestion(answered, subject, lateMs)
    expect(await openQuestion(asking, subject, later, lateMs)).toBe(true)
    const kept = await here.db.selectFrom('answered_question').select('id').execute()
    expect(kept).toEqual([{ id: later.split('.')[0] }])
    await Promise.all([here.close(), there.close()])
  })
})

test.each([undefined, null, 7, {}, '', 'a.b.c', `${'x'.repeat(36)}.1.${'A'.repeat(43)}`])(
  'no question of ours: %j',
  async (state) => {
    expect(await openQuestion(ownQuestions(), subject, state, ASKED_MS)).toBe(false)
  },
)
