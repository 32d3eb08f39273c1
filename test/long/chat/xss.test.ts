import { expect, test } from 'vitest'
import { PLACES } from '../../support/attacks.ts'
import { PAYLOADS } from '../../support/xss-corpus.ts'
import { actsInEverything, actsInMessages, startStage, store } from '../../support/xss-stage.ts'

test('no payload acts in any place of a message, nor stored anywhere', async () => {
  await using world = await startStage()
  const found: string[] = []
  const places = PLACES.map((_, place) => place)
  for (const [index, payload] of PAYLOADS.entries()) {
    found.push(...(await actsInMessages(world, payload, places, { inAllHolders: true })))
    found.push(...(await store(world, payload, index)).found)
  }
  found.push(...(await actsInEverything(world.owner)))
  console.log(`${PAYLOADS.length} payloads in ${PLACES.length} places of messages and stored`)
  expect(found).toEqual([])
})
