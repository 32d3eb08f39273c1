import { expect, test } from 'vitest'
import { type Box, sortAsRead } from '../../../../src/documents/text/reading-order.ts'

const thing = (name: string, left: number, top: number, width = 10, height = 10) => ({
  name,
  box: { left, top, right: left + width, bottom: top + height } as Box | undefined,
})
const names = (things: readonly { name: string }[]): string =>
  things.map(({ name }) => name).join(' ')

test('things are read from above, and beside each other from the left or the right', () => {
  const things = [
    thing('c', 0, 40, 30),
    thing('b', 20, 20),
    thing('a', 0, 20),
    thing('top', 0, 0, 30),
  ]
  expect(names(sortAsRead(things))).toBe('top a b c')
  expect(names(sortAsRead(things, true))).toBe('top b a c')
})

test('columns stay together where they are stored so', () => {
  const things = [thing('l1', 0, 0), thing('l2', 0, 20), thing('r1', 20, 0), thing('r2', 20, 20)]
  expect(names(sortAsRead(things))).toBe('l1 l2 r1 r2')
})

test('things without a place, over each other or in circles all come once', () => {
  const over = [thing('a', 0, 0, 20, 20), thing('b', 5, 5, 20, 20), { name: 'c', box: undefined }]
  expect(names(sortAsRead(over))).toBe('a b c')
  let seed = 7
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) % 100
  for (let round = 0; round < 50; round += 1) {
    const things = Array.from({ length: 30 }, (_, at) =>
      thing(String(at), random(), random(), random(), random()),
    )
    expect(new Set(sortAsRead(things)).size).toBe(30)
  }
})
