import { expect, test } from 'vitest'
import { InTurn } from '../../../src/lib/in-turn.ts'

/** Work that ends when it is told to. */
function makeWork(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = async () => {
    log.push(name)
    await promise
    return name
  }
  return { work, end: resolve, fail: () => reject(new Error(name)) }
}

test('work of a key runs one after another, whatever became of the one before', async () => {
  const log: string[] = []
  const turns = new InTurn()
  const [first, second, third] = ['first', 'second', 'third'].map((name) => makeWork(log, name))
  const answers = [first, second, third].map(async (one) => turns.run(one!.work, 'a'))
  expect([log, turns.countOf('a')]).toEqual([['first'], 3])
  first!.fail()
  await expect(answers[0]).rejects.toThrow('first')
  expect(log).toEqual(['first', 'second'])
  second!.end()
  expect(await answers[1]).toBe('second')
  third!.end()
  expect(await answers[2]).toBe('third')
  expect([log, turns.countOf('a')]).toEqual([['first', 'second', 'third'], 0])
})

test('keys do not wait for each other, and none at all is one of them', async () => {
  const log: string[] = []
  const turns = new InTurn()
  const held = makeWork(log, 'held')
  const waiting = turns.run(held.work, 'a')
  expect(await turns.run(async () => 'other', 'b')).toBe('other')
  expect(await turns.run(async () => 'none')).toBe('none')
  held.end()
  expect(await waiting).toBe('held')
})
