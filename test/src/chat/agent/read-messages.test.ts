import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import { asTool } from '../../../../src/core/run/agent-form.ts'
import { runOperation } from '../../../../src/core/run/run.ts'
import { DAY_SECONDS } from '../../../../src/lib/durations.ts'
import { getMessages } from '../../../../tools/chat/messages/get-messages.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { testServices } from '../../../support/operations.ts'

let world: ChatWorld
let ada: Person
/** One message a day at 03:04:05 UTC, from the 2nd to the 8th of January 2026, a Thursday; it is the 8th at 03:04:05. */
const ids: number[] = []

beforeAll(async () => {
  world = await startChatWorld()
  ada = await world.add('Ada')
  for (let day = 2; day <= 8; day += 1) {
    const sender = day % 2 === 0 ? ada : world.owner
    ids.push(await sender.say(`day ${day}`, { topic: 'diary' }))
    if (day < 8) world.pass(DAY_SECONDS)
  }
})
afterAll(async () => world[Symbol.asyncDispose]())

const tool = asTool(getMessages)

async function read(input: Record<string, unknown>) {
  const services = {
    ...testServices(),
    now: () => world.chat.now(),
    chat: async () => world.chat,
  }
  const actor = await world.chat.signIn({ email: ada.email, key: ada.key }, 'test')
  const result = await runOperation(
    tool,
    { channel: 'general', topic: 'diary', ...input },
    {
      services,
      actor,
      caller: undefined,
      principal: LOCAL_PRINCIPAL,
      signal: new AbortController().signal,
      progress: () => {},
    },
  )
  const messages = result['messages'] as { content: string }[]
  const days = messages.map(({ content }) => Number(content.replace('day ', '')))
  return { ...result, days }
}

describe('reading by time', () => {
  test.each([
    [{ since: 'yesterday' }, [7, 8]],
    [{ since: '2 days ago' }, [6, 7, 8]],
    [{ since: 'monday' }, [5, 6, 7, 8]],
    [{ since: '2026-01-07T03:04:05Z' }, [7, 8]],
    [{ since: '2026-01-07T03:04:06Z' }, [8]],
    [{ since: '36 hours ago' }, [7, 8]],
    [{ since: 'now' }, [8]],
    [{ since: '3000 years ago' }, [2, 3, 4, 5, 6, 7, 8]],
    [{ since: '2026-02-01' }, []],
    [{ before: 'yesterday' }, [2, 3, 4, 5, 6]],
    [{ before: '2026-01-04' }, [2, 3]],
    [{ before: '2026-01-01' }, []],
    [{ after: 'yesterday' }, [7, 8]],
    [{ since: '2026-01-03', before: '2026-01-06' }, [3, 4, 5]],
    [{ since: 'last monday', before: 'today' }, [5, 6, 7]],
    [{ since: 'last monday', search: 'day 6' }, [6]],
    [{ since: 'last monday', narrow: [{ operator: 'sender', operand: '@Ada' }] }, [6, 8]],
    [{ before: 'monday', narrow: [{ operator: 'sender', operand: 'owner' }] }, [3]],
  ])('%j', async (input, days) => {
    expect((await read(input)).days).toEqual(days)
  })

  test('goes on page by page, in the direction in which it began', async () => {
    const first = await read({ since: '2026-01-03', before: '2026-01-07', limit: 3 })
    expect(first).toMatchObject({ days: [3, 4, 5], after: ids[3] })
    const bounds = { since: '2026-01-03', before: '2026-01-07', limit: 3 }
    const second = await read({ ...bounds, after: ids[3] })
    expect(second.days).toEqual([6])
    expect(second).not.toHaveProperty('after')
    const older = await read({ before: '2026-01-07', limit: 2 })
    expect(older).toMatchObject({ days: [5, 6], before: ids[3] })
    expect((await read({ before: ids[3] })).days).toEqual([2, 3, 4])
  })

  test('takes ids at both ends, as numbers or text', async () => {
    expect((await read({ after: ids[0], before: ids[3] })).days).toEqual([3, 4])
    expect((await read({ since: ids[1], before: String(ids[3]) })).days).toEqual([3, 4])
    expect((await read({ since: '2026-01-05', after: ids[0] })).days).toEqual([5, 6, 7, 8])
    expect((await read({ since: '2026-03-01', after: ids[0] })).days).toEqual([])
    expect((await read({ since: ids[4], limit: 1 })).days).toEqual([6])
  })

  test('reads days as the clock of the account shows them', async () => {
    ok(await ada.patch('/settings', { timezone: 'Pacific/Auckland' }))
    expect((await read({ since: 'today' })).days).toEqual([8])
    ok(await ada.patch('/settings', { timezone: 'America/Los_Angeles' }))
    expect((await read({ since: 'today' })).days).toEqual([8])
    expect((await read({ since: '2026-01-06' })).days).toEqual([7, 8])
    ok(await ada.patch('/settings', { timezone: '' }))
  })

  test.each([
    [{ since: 'soonish' }, /^since is neither/],
    [{ before: 'x'.repeat(10_000) }, /^before is neither/],
    [{ after: '-1' }, /^after is neither/],
  ])('%j is refused with examples', async (input, message) => {
    await expect(read(input)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/2 days ago.*UTC/),
    })
  })

  test('tells times with their zone', async () => {
    const text = tool.agent?.text?.(await read({ limit: 1 }))
    expect(text).toContain('2026-01-08 03:04Z #general > diary')
  })
})
