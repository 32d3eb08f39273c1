import { describe, expect, test } from 'vitest'
import { FairQueue } from '../../../src/lib/fair-queue.ts'
import { seededRandom } from '../../support/seeded-random.ts'

describe('a queue', () => {
  test('gives the turn to whoever has the least load, in the order in which they came', () => {
    const load = new Map([
      ['ann', 2],
      ['bob', 1],
    ])
    const queue = new FairQueue<string>((owner) => load.get(owner) ?? 0)
    for (const task of ['ann 1', 'bob 1', 'ann 2', 'bob 2', 'cy 1']) {
      queue.push(task.split(' ')[0] ?? '', task)
    }
    expect(queue.positions).toEqual([
      ['ann 1', 0],
      ['ann 2', 1],
      ['bob 1', 0],
      ['bob 2', 1],
      ['cy 1', 0],
    ])
    expect(queue.take()).toBe('cy 1')
    expect(queue.take()).toBe('bob 1')
    load.set('bob', 2)
    expect(queue.take()).toBe('ann 1')
    expect(queue.remove('ann 2')).toBe(true)
    expect(queue.remove('ann 2')).toBe(false)
    expect(queue.take()).toBe('bob 2')
    expect(queue.take()).toBeUndefined()
    expect([...queue.owners]).toEqual([])
  })

  test('passes over tasks that may not go', () => {
    const queue = new FairQueue<number>(() => 0)
    for (const task of [1, 2, 3]) queue.push('ann', task)
    expect(queue.take((task) => task > 1)).toBe(2)
    expect(queue.take((task) => task > 5)).toBeUndefined()
    expect(queue.size).toBe(2)
    expect(queue.sizeOf('ann')).toBe(2)
    expect(queue.sizeOf('bob')).toBe(0)
  })

  test.each([1, 2, 3, 4, 5])('loses and repeats nothing, whatever comes (seed %i)', (seed) => {
    expect(misuse(seed)).toEqual([])
  })
})

/** What a queue did wrong in two thousand random steps. */
function misuse(seed: number): string[] {
  const random = seededRandom(seed)
  const faults: string[] = []
  const claim = (holds: boolean, what: string): void => void (holds || faults.push(what))
  const served = new Map<string, number>()
  const loadOf = (owner: string): number => served.get(owner) ?? 0
  const queue = new FairQueue<number>(loadOf)
  const ownerOf = (task: number): string => owners.get(task) ?? ''
  const owners = new Map<number, string>()
  const waiting = new Set<number>()
  for (let step = 0; step < 2_000; step += 1) {
    const choice = random()
    if (choice < 0.55) {
      const owner = `owner ${Math.floor(random() ** 3 * 8)}`
      owners.set(step, owner)
      waiting.add(step)
      queue.push(owner, step)
    } else if (choice < 0.65) {
      const task = [...waiting][Math.floor(random() * waiting.size)] ?? -1
      claim(queue.remove(task) === waiting.delete(task), `${step}: remove`)
    } else {
      const task = queue.take()
      claim((task === undefined) === (waiting.size === 0), `${step}: take`)
      if (task === undefined) continue
      const owner = ownerOf(task)
      const least = Math.min(...[...waiting].map((other) => loadOf(ownerOf(other))))
      claim(loadOf(owner) === least, `${step}: not the least load`)
      const own = [...waiting].filter((other) => ownerOf(other) === owner)
      claim(task === Math.min(...own), `${step}: not in order`)
      waiting.delete(task)
      served.set(owner, loadOf(owner) + 1)
    }
    claim(queue.size === waiting.size, `${step}: size`)
  }
  claim(served.size > 4, 'too few owners were served')
  return faults
}
