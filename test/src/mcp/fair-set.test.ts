import { expect, test } from 'vitest'
import { FairSet, type Owned, type Owner } from '../../../src/mcp/fair-set.ts'

const caller = (id: string): Owner => ({ id, isStranger: false })
const stranger = (id: string): Owner => ({ id, isStranger: true })
const [alice, bob] = [caller('alice'), caller('bob')] as const
const [near, far] = [stranger('near'), stranger('far')] as const

/** A set with room for six, four of a caller and two of an address. */
function room() {
  const set = new FairSet({ maxCount: 6, perCallerMaxCount: 4, perAddressMaxCount: 2 })
  const closed: string[] = []
  let clock = 0
  const add = (owner: Owner, isIdle = true) => {
    clock += 1
    const name = `${owner.id}${clock}`
    const owned: Owned = { owner, usedAt: clock, isIdle, close: () => closed.push(name) }
    return { refusal: set.add(owned), owned }
  }
  return {
    set,
    closed,
    add,
    adds: (...owners: Owner[]) => owners.map((owner) => add(owner).refusal),
  }
}

test('over its share, an owner loses its own least recently used idle one', () => {
  const { add, adds, closed, set } = room()
  adds(near, far)
  const { owned } = add(near)
  expect(owned.usedAt).toBe(3)
  adds(near)
  expect(closed).toEqual(['near1'])
  owned.usedAt = 99
  adds(near)
  expect(closed).toEqual(['near1', 'near4'])
  expect(set.size).toBe(3)
})

test('an owner whose share is busy is refused', () => {
  const { add, closed } = room()
  add(near, false)
  add(near, false)
  expect(add(near).refusal).toBe('own')
  expect(add(far).refusal).toBeUndefined()
  expect(closed).toEqual([])
})

test('a stranger makes nobody else give way', () => {
  const { adds, add, closed } = room()
  adds(alice, alice, alice, bob, far, far)
  expect(add(near).refusal).toBe('all')
  expect(closed).toEqual([])
  expect(add(far).refusal).toBeUndefined()
  expect(closed).toEqual(['far5'])
})

test('for a caller, strangers give way first: idle ones, of whoever has most, and busy ones last', () => {
  const { adds, add, closed } = room()
  add(far)
  add(near, false)
  adds(near, alice, alice, alice)
  expect(adds(bob)).toEqual([undefined])
  expect(closed).toEqual(['near3'])
  adds(bob)
  expect(closed).toEqual(['near3', 'far1'])
  adds(bob)
  expect(closed).toEqual(['near3', 'far1', 'near2'])
})

test('between callers, whoever has most gives way', () => {
  const { adds, closed } = room()
  adds(alice, alice, alice, alice, bob)
  adds(bob)
  expect(adds(bob)).toEqual([undefined])
  expect(closed).toEqual(['alice1'])
  expect(adds(alice)).toEqual([undefined])
  expect(closed.at(-1)).toMatch(/^alice/)
})

test('who has as many as others makes room for its own', () => {
  const { adds, closed } = room()
  adds(alice, alice, alice, bob, bob, bob)
  expect(adds(bob)).toEqual([undefined])
  expect(closed).toEqual(['bob4'])
})

test('a caller with a small share that is busy does not make room for one with more', () => {
  const { add } = room()
  for (let n = 0; n < 4; n += 1) add(alice, false)
  add(bob)
  add(bob)
  expect(add(alice).refusal).toBe('own')
  expect(add(caller('carol')).refusal).toBeUndefined()
})

test('what is gone makes room', () => {
  const { set, add, closed } = room()
  const { owned } = add(near)
  add(near)
  set.delete(owned)
  set.delete(owned)
  expect(set.size).toBe(1)
  expect(add(near).refusal).toBeUndefined()
  expect(closed).toEqual([])
})
