// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ARRANGEMENTS,
  type Race,
  raceMany,
  raceWithoutCursor,
  startRace,
} from '../support/answer-race.ts'
import { ask } from '../support/chat-conversation.ts'
import { CLIENTS } from '../support/clients.ts'
import { chooseCombinations } from '../support/combinations.ts'

const [, connect] = CLIENTS[0]!

describe.each(chooseCombinations(ARRANGEMENTS, [1]))(
  'an agent whose chat is in the %s',
  (arrangement) => {
    let race: Race
    beforeAll(async () => {
      race = await startRace(arrangement, connect)
    })
    afterAll(async () => race[Symbol.asyncDispose]())

    test('hears every answer, however soon it comes and however late it waits', async () => {
      expect(await raceMany(race, 6, 20_261_122)).toEqual([])
    })

    test('hears what came before it waits, without a cursor', async () => {
      expect(await raceWithoutCursor(race, [0, 100, 300])).toEqual([])
    })

    test('asks and is answered at once, later, and after it gave up waiting', async () => {
      const { agent, answer } = race
      const pending = ask(agent, 'ask', {
        channel: 'general',
        topic: 'asked',
        question: 'Ship it?',
        choices: ['now', 'later'],
        seconds: 1,
      })
      const first = await pending
      expect(first['answers']).toEqual([])
      await answer('asked', '2')
      const second = await ask(agent, 'ask', { cursor: first['cursor'], seconds: 20 })
      expect(second['answers']).toEqual([expect.stringMatching(/^\d+ Owner: 2 \[later\]$/)])
      const waiting = ask(agent, 'ask', { cursor: second['cursor'], seconds: 20 })
      await answer('asked', 'no, now')
      expect((await waiting)['answers']).toEqual([expect.stringMatching(/^\d+ Owner: no, now/)])
    })
  },
)
