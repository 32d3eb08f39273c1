import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAndWait, goOnAsking, questionText } from '../../../../src/chat/agent/ask.ts'
import { followEvents } from '../../../../src/chat/events/follow-events.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let agent: Person
let bob: Person
let cyd: Person

beforeAll(async () => {
  world = await startChatWorld()
  agent = await world.add('Agent')
  bob = await world.add('Bob')
  cyd = await world.add('Cyd')
})
afterAll(async () => world[Symbol.asyncDispose]())

const feedOf = ({ user }: Person) => followEvents(world.chat, { user, client: 'test' })

const patience = (seconds: number, count = 1) => ({
  seconds,
  count,
  signal: new AbortController().signal,
  progress: () => {},
})

/** Asks in a topic; `then` is what happens as soon as the question is there. */
async function askIn(
  topic: string,
  { choices = [] as string[], seconds = 10, count = 1 },
  then: (id: number) => Promise<unknown>,
) {
  const send = async () => {
    const id = await agent.say(questionText('Ship it?', choices), { topic })
    await then(id)
    return id
  }
  return askAndWait(feedOf(agent), send, patience(seconds, count))
}

describe('a question', () => {
  test('is answered by whoever writes in its topic, also before anybody waits', async () => {
    const answered = await askIn('ships', {}, async () => {
      await bob.say('elsewhere', { topic: 'other' })
      await bob.say('yes', { topic: 'Ships' })
    })
    expect(answered.answers).toEqual([{ by: 'Bob', text: 'yes', message_id: expect.any(Number) }])
  })

  test.each([
    ['2', 'later'],
    ['2. please', 'later'],
    ['Later!', 'later'],
    ['now', 'now'],
    ['neither', undefined],
    ['7', undefined],
  ])('with choices is answered by number or words: %s', async (said, choice) => {
    const { answers } = await askIn(`choice ${said}`, { choices: ['now', 'later'] }, async () =>
      bob.say(said, { topic: `choice ${said}` }),
    )
    expect(answers).toMatchObject([{ by: 'Bob', text: said }])
    expect(answers[0]?.choice).toBe(choice)
  })

  test('is answered by an emoji, a number of which takes a choice', async () => {
    const { answers } = await askIn(
      'emoji',
      { choices: ['now', 'later'], count: 2 },
      async (id) => {
        ok(await bob.post(`/messages/${id}/reactions`, { emoji_name: 'two' }))
        ok(await cyd.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
      },
    )
    expect(answers).toEqual([
      { by: 'Bob', text: ':two:', choice: 'later' },
      { by: 'Cyd', text: ':tada:' },
    ])
  })

  test('waits for as many answers as are wanted, and goes on with its cursor', async () => {
    const first = await askIn('many', { seconds: 0.2, count: 2 }, async () =>
      bob.say('one', { topic: 'many' }),
    )
    expect(first.answers.map(({ text }) => text)).toEqual(['one'])
    await cyd.say('two', { topic: 'many' })
    const second = await goOnAsking(feedOf(agent), first.cursor, patience(5))
    expect(second).toMatchObject({ message_id: first.message_id, answers: [{ by: 'Cyd' }] })
    const third = await goOnAsking(feedOf(agent), second.cursor, patience(0))
    expect(third.answers).toEqual([])
  })

  test('in a direct conversation hears only those in it', async () => {
    const send = async () => {
      const id = await agent.whisper('Lunch?', bob, cyd)
      await bob.whisper('about something else', agent)
      await cyd.whisper('yes', agent, bob)
      return id
    }
    const { answers } = await askAndWait(feedOf(agent), send, patience(10))
    expect(answers).toMatchObject([{ by: 'Cyd', text: 'yes' }])
  })

  test('leaves what else happened for the next wait', async () => {
    await askIn('aside', {}, async () => {
      await bob.say('about another thing', { topic: 'not aside' })
      await bob.say('yes', { topic: 'aside' })
    })
    const { messages } = ok(
      await agent.get('/messages', {
        anchor: 'newest',
        num_before: 2,
        num_after: 0,
        apply_markdown: false,
      }),
    )
    const unread = (messages as { content: string; flags: string[] }[])
      .filter(({ flags }) => !flags.includes('read'))
      .map(({ content }) => content)
    expect(unread).toEqual(['about another thing'])
  })

  test('whose cursor is none, or of a question that is gone, is refused', async () => {
    const { cursor, message_id } = await askIn('gone', { seconds: 0 }, async () => {})
    await expect(goOnAsking(feedOf(agent), 'x', patience(0))).rejects.toMatchObject({
      code: 'invalid_input',
    })
    ok(await world.owner.delete(`/messages/${message_id}`))
    await expect(goOnAsking(feedOf(agent), cursor, patience(0))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('is a route too', async () => {
    const place = { type: 'channel', to: 'general', topic: 'route' }
    const question = ok(
      await bob.post('/messages/ask', { ...place, question: 'Well?', seconds: 0 }),
    )
    expect(question).toMatchObject({ message_id: expect.any(Number), answers: [] })
    await cyd.say('well', { topic: 'route' })
    const { cursor } = question
    expect(ok(await bob.post('/messages/ask', { cursor, seconds: 5 }))).toMatchObject({
      answers: [{ by: 'Cyd', text: 'well' }],
    })
    expect(await bob.post('/messages/ask', { ...place, seconds: 0 })).toMatchObject({ status: 400 })
    expect(await bob.post('/messages/ask', { question: 'Who?' })).toMatchObject({ status: 400 })
  })
})
