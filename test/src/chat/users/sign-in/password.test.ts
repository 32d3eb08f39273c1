import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openChat } from '../../../../../src/chat/open-chat.ts'
import {
  comparePassword,
  derivations,
  hashPassword,
  PASSWORD_COST,
  Queue,
  requireStrength,
} from '../../../../../src/chat/users/sign-in/passwords.ts'
import { CHEAP, startChatWorld } from '../../../../support/chat-world.ts'

describe('a password', () => {
  test('is kept as a salted hash with its cost, and matches in any normal form', async () => {
    const hash = await hashPassword('Zu\u0308rich 8001', CHEAP)
    expect(hash).toMatch(/^scrypt\$4\$1\$1\$[\w+/=]{24}\$[\w+/=]{44}$/)
    expect(await hashPassword('Zu\u0308rich 8001', CHEAP)).not.toBe(hash)
    expect(await comparePassword('Z\u00fcrich 8001', hash, PASSWORD_COST)).toEqual({
      matches: true,
      isStale: true,
    })
    expect((await comparePassword('zu\u0308rich 8001', hash, CHEAP)).matches).toBe(false)
    expect((await comparePassword('', hash, CHEAP)).matches).toBe(false)
  })

  test('hashed at the cost of today is not made anew', { tags: 'full' }, async () => {
    const hash = await hashPassword('correct horse', PASSWORD_COST)
    expect(hash).toMatch(/^scrypt\$15\$8\$3\$/)
    expect(await comparePassword('correct horse', hash, PASSWORD_COST)).toEqual({
      matches: true,
      isStale: false,
    })
  })

  test('costs what the product says in a chat that is told nothing else', async () => {
    await using world = await startChatWorld()
    const { store, now, log, files, realmHost } = world.chat
    const { chat, close } = openChat({ store, now, log, files, realmHost, url: () => '' })
    expect(chat.passwordCost).toEqual(PASSWORD_COST)
    close()
  })

  test('of nobody is derived all the same, and never matches', async () => {
    const places = Array.from({ length: 2 }, () => Promise.withResolvers<void>())
    const blocked = places.map(async ({ promise }) => derivations.run(async () => promise))
    let isChecked = false
    const check = comparePassword('', null, CHEAP).then((answer) => {
      isChecked = true
      return answer
    })
    await nextTurn()
    expect(isChecked).toBe(false)
    for (const { resolve } of places) resolve()
    await Promise.all(blocked)
    expect(await check).toEqual({ matches: false, isStale: false })
  })

  test.each([
    ['seven', 'seven77', /at least 8/],
    ['the address', 'MO@example.com', /guessed/],
    ['the name', 'mo mandel', /guessed/],
    ['one character', 'aaaaaaaaa', /guessed/],
    ['far too long', 'xy'.repeat(501), /at most 1000/],
  ])('is refused when it is %s', (_, password, reason) => {
    const user = { email: 'mo@example.com', full_name: 'Mo Mandel' }
    expect(() => requireStrength(password, user)).toThrow(reason)
    expect(() => requireStrength('12345678', user)).not.toThrow()
  })
})

describe('a queue', () => {
  test('runs few at once, in order, and refuses when too many wait', async () => {
    const queue = new Queue(2, 2)
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
    const started: number[] = []
    const runs = gates.map(async ({ promise }, index) =>
      queue.run(async () => {
        started.push(index)
        await promise
        return index
      }),
    )
    expect(started).toEqual([0, 1])
    await expect(queue.run(async () => 4)).rejects.toMatchObject({ code: 'unavailable' })
    gates[1]?.reject(new Error('fails'))
    await expect(runs[1]).rejects.toThrow('fails')
    expect(started).toEqual([0, 1, 2])
    for (const { resolve } of gates) resolve()
    expect(await Promise.all([runs[0], runs[2], runs[3]])).toEqual([0, 2, 3])
    expect(await queue.run(async () => 5)).toBe(5)
  })
})
