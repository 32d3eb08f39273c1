import { describe, expect, test } from 'vitest'
import { ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

/** Takes some milliseconds of a processor to render. */
const COSTLY = '**b** `c` '.repeat(900)
const PLAIN = 'x'.repeat(9_000)
const REFUSED = { status: 429, code: 'RATE_LIMIT_HIT' }
const IN_A_YEAR = 31_536_000

const place = { type: 'channel', to: 'general', topic: 't' }
const send = async (person: Person, content = COSTLY) =>
  person.post('/messages', { ...place, content })

/** Sends until it is refused. */
async function useUp(person: Person): Promise<void> {
  for (let count = 0; count < 1_000; count += 1) {
    const answer = await send(person)
    if (answer.status === 429) return
    ok(answer)
  }
  throw new Error('Nothing was refused.')
}

describe('rendering the texts of an account takes its share of a processor and no more', () => {
  test('all that renders is refused over it, for a while; others go on, and so do reading and deleting', async () => {
    await using world = await startChatWorld({ renderingMaxMs: 40 })
    const { owner } = world
    const bob = await world.add('Bob')
    const id = Number(ok(await send(owner, 'first'))['id'])
    await useUp(owner)
    const at = Math.floor(world.chat.now().getTime() / 1_000) + IN_A_YEAR
    const answers = await Promise.all([
      send(owner, 'short'),
      owner.patch(`/messages/${id}`, { content: COSTLY }),
      owner.post('/messages/render', { content: COSTLY }),
      owner.post('/scheduled_messages', {
        ...place,
        to: 1,
        content: COSTLY,
        scheduled_delivery_timestamp: at,
      }),
    ])
    for (const answer of answers) {
      expect(answer).toMatchObject(REFUSED)
      expect(answer['retry-after']).toBeGreaterThan(0)
    }
    ok(await send(bob))
    ok(await owner.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }))
    ok(await owner.delete(`/messages/${id}`))
  })

  test('text without markup costs nothing of it', async () => {
    await using world = await startChatWorld({ renderingMaxMs: 40 })
    const texts = Array.from({ length: 40 }, (_, n) => `${PLAIN}${n}`)
    const answers = await Promise.all(texts.map(async (text) => send(world.owner, text)))
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200))
  })
})
