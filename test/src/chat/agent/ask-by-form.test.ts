import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askByForm, type FormPerson, questionText } from '../../../../src/chat/agent/ask.ts'
import { followEvents } from '../../../../src/chat/events/follow-events.ts'
import { CallSuspended } from '../../../../src/contract/call-suspended.ts'
import type { FormReply } from '../../../../src/contract/call-suspended.ts'
import { type ChatWorld, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let agent: Person
let ada: Person
let withdrawn: boolean
let recorded: string[]

beforeAll(async () => {
  world = await startChatWorld()
  agent = await world.add('Agent')
  ada = await world.add('Ada')
})
afterAll(async () => world[Symbol.asyncDispose]())

const question = { message: 'Ship it?', choices: ['now', 'later'] }

/** Asks Ada; `put` is what her client does with the form, `then` what happens once the question is in the chat. */
async function ask(
  put: (signal: AbortSignal) => Promise<FormReply>,
  {
    seconds = 10,
    after = async () => {},
    signal = new AbortController().signal,
    returned = async () => undefined,
  }: {
    seconds?: number
    after?: () => Promise<unknown>
    signal?: AbortSignal
    returned?: FormPerson['form']['returned']
  } = {},
) {
  withdrawn = false
  recorded = []
  const form: FormPerson['form'] = {
    returned,
    async put(_, __, over) {
      withdrawn = over.aborted
      over.addEventListener('abort', () => (withdrawn = true))
      return put(over)
    },
  }
  const record = async (text: string) => void recorded.push(text)
  const send = async () => {
    const id = await agent.whisper(questionText(question.message, question.choices), ada)
    await after()
    return id
  }
  return askByForm(
    followEvents(world.chat, { user: agent.user, client: 'test' }),
    send,
    { form, name: 'Ada', record, question },
    { seconds, count: 1, signal, progress: () => {} },
  )
}

const never = async (signal: AbortSignal) =>
  new Promise<FormReply>((_, reject) => {
    if (signal.aborted) reject(new Error('withdrawn'))
    signal.addEventListener('abort', () => reject(new Error('withdrawn')))
  })

describe('a question in the chat and by a form has one answer', () => {
  test('that of the form, which the chat hears of', async () => {
    const { answers } = await ask(async () => ({ action: 'accept', text: 'later' }))
    expect(answers).toEqual([{ by: 'Ada', text: 'later', choice: 'later' }])
    expect(recorded).toEqual(['Answered by form: later'])
  })

  test('that of the chat, and the form is withdrawn', async () => {
    const { answers } = await ask(never, { after: async () => ada.whisper('now', agent) })
    expect(answers).toMatchObject([{ by: 'Ada', text: 'now', choice: 'now' }])
    expect([withdrawn, recorded]).toEqual([true, []])
  })

  test('that of the chat, where it stood there when the form was answered', async () => {
    const { answers } = await ask(async () => {
      await ada.whisper('now', agent)
      return { action: 'accept', text: 'later' }
    })
    expect(answers).toMatchObject([{ text: 'now' }])
    expect(recorded).toEqual([])
  })

  test('declined: that is the answer', async () => {
    const { answers } = await ask(async () => ({ action: 'decline' }))
    expect(answers).toEqual([{ by: 'Ada', text: '(declined to answer)' }])
  })

  test.each([
    ['closed', async (): Promise<FormReply> => ({ action: 'cancel' })],
    [
      'failed',
      async () => {
        throw new Error('no such method')
      },
    ],
  ])('a form that is %s leaves it to the chat', async (_, put) => {
    const answering = ask(put, { after: async () => ada.whisper('later', agent) })
    expect((await answering).answers).toMatchObject([{ text: 'later' }])
    expect((await ask(put, { seconds: 0.1 })).answers).toEqual([])
  })

  test('none in time: the form is withdrawn', async () => {
    const { answers, message_id } = await ask(never, { seconds: 0.1 })
    expect([answers, withdrawn]).toEqual([[], true])
    expect(message_id).toBeGreaterThan(0)
  })

  test('none where the client is gone', async () => {
    const gone = new AbortController()
    const answering = ask(never, { signal: gone.signal, after: async () => gone.abort() })
    await expect(answering).rejects.toMatchObject({ code: 'cancelled' })
    expect([withdrawn, recorded]).toEqual([true, []])
  })
})

describe('where a form ends the call', () => {
  class Suspended extends CallSuspended {}
  let note = ''
  const put = async () => {
    throw new Suspended()
  }

  test.each<[string, FormReply, object[]]>([
    ['accepted', { action: 'accept', text: 'now' }, [{ text: 'now', choice: 'now' }]],
    ['declined', { action: 'decline' }, [{ text: '(declined to answer)' }]],
    ['closed', { action: 'cancel' }, []],
  ])('the call made again has the answer: %s', async (_, reply, answers) => {
    await expect(ask(put)).rejects.toBeInstanceOf(Suspended)
    const before = await ask(async () => ({ action: 'cancel' }), { seconds: 0.1 })
    note = before.cursor
    const returned = async () => ({ note, reply })
    const again = await ask(put, {
      returned,
      seconds: 0.1,
      after: async () => expect.fail('twice'),
    })
    expect(again).toMatchObject({ message_id: before.message_id, answers })
  })

  test('and that of the chat, where that was first', async () => {
    const { cursor } = await ask(async () => ({ action: 'cancel' }), { seconds: 0.1 })
    await ada.whisper('later', agent)
    const returned = async () => ({
      note: cursor,
      reply: { action: 'accept', text: 'now' } as const,
    })
    expect((await ask(put, { returned })).answers).toMatchObject([{ text: 'later' }])
    expect(recorded).toEqual([])
  })
})
