import { describe, expect, test } from 'vitest'
import type { Store, Work } from '../../src/store/port.ts'
import { names, put } from './store-backend.ts'

/** What every store promises of statements for whose answer a unit does not wait. */
export function describeLeftStatements(open: () => Promise<Store>): void {
  describe('a statement that a unit leaves', () => {
    /** Passes some microtasks, more than there are between an answer and what is done with it. */
    async function wait(): Promise<void> {
      for (let n = 0; n < 50; n += 1) await Promise.resolve()
    }

    /** Adds a row and does not wait until it is there. */
    function leaving(name: string, seen: string[] = [], isStepwise = false): Work<string> {
      return async (tx, { atEnd, meanwhile }) => {
        let isAnswered = false
        const insert = async (): Promise<void> => {
          // Only on Postgres the commit may be sent before.
          if (isStepwise) await wait()
          await tx.insertInto('setting').values({ name, value: '' }).execute()
          await wait()
          isAnswered = true
        }
        meanwhile(insert())
        atEnd((isDurable) => void seen.push(`${name} ${isDurable} ${isAnswered}`))
        return `${name} is sent`
      }
    }

    test('is answered before the unit is at its end, and what it wrote is there with the rest', async () => {
      const store = await open()
      const seen: string[] = []
      expect(await store.write(leaving('a', seen))).toBe('a is sent')
      expect(seen).toEqual(['a true true'])
      const many = Array.from({ length: 30 }, async (_, n) => store.write(leaving(`n${n}`, seen)))
      await Promise.all(many)
      expect(seen.slice(1)).toEqual(Array.from({ length: 30 }, (_, n) => `n${n} true true`))
      expect(await names(store)).toHaveLength(31)
    })

    test.each([1, 2, 5])('fails its unit, alone among %s that arrive together', async (count) => {
      const store = await open()
      await put(store, 'taken')
      const [seen, expected]: [string[], string[]] = [[], ['taken', 'a', 'b', 'c', 'd']]
      const together = expected.slice(0, count)
      // The one that fails is the last as well as one before others.
      for (const order of [together, together.toReversed()]) {
        const outcomes = await Promise.allSettled(
          order.map(async (name) => store.write(leaving(name, seen, store.kind === 'sqlite'))),
        )
        const refused = order.filter((_, at) => outcomes[at]?.status === 'rejected')
        expect(refused).toEqual(['taken'])
        const reason = outcomes.find((one) => one.status === 'rejected')
        expect(String(reason?.reason)).toMatch(/unique/i)
        expect(await names(store)).toEqual(together.toSorted())
        const others = together.filter((name) => name !== 'taken')
        for (const name of others) {
          expect(seen.filter((line) => line.startsWith(`${name} true`))).toEqual([
            `${name} true true`,
          ])
        }
        seen.length = 0
        await store.write(async (tx) =>
          tx.deleteFrom('setting').where('name', '!=', 'taken').execute(),
        )
      }
    })

    test('is what its unit fails by, though a later statement is refused for it', async () => {
      const store = await open()
      await put(store, 'taken')
      const failing = store.write(async (tx, hooks) => {
        await leaving('taken')(tx, hooks)
        await tx.insertInto('setting').values({ name: 'later', value: '' }).execute()
      })
      await expect(failing).rejects.toThrow(/unique/i)
      expect(await names(store)).toEqual(['taken'])
    })

    test('is undone with a unit that fails after it', async () => {
      const store = await open()
      const failing = store.write(async (tx, hooks) => {
        await leaving('a')(tx, hooks)
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      await put(store, 'b')
      expect(await names(store)).toEqual(['b'])
    })
  })
}
