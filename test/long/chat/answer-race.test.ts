import { expect, test } from 'vitest'
import { ARRANGEMENTS, raceMany, startRace } from '../../support/answer-race.ts'
import { CLIENTS } from '../../support/clients.ts'

const [, connect] = CLIENTS[0]!

test.each(ARRANGEMENTS)(
  'no answer of 200 is lost: the chat is in the %s',
  async (arrangement) => {
    await using race = await startRace(arrangement, connect)
    expect(await raceMany(race, 200, 18)).toEqual([])
  },
  240_000,
)
