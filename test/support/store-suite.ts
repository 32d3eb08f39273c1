import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { readConsistently } from '../../src/store/consistent-reading.ts'
import type { JointWork, Store } from '../../src/store/port.ts'
import { describeLeftStatements } from './left-statements.ts'
import {
  names,
  put,
  sample,
  withSample,
  type OpenOptions,
  type StoreBackend,
} from './store-backend.ts'

/** Deadline of a unit of work in tests of that deadline. */
const SHORT_DEADLINE_MS = 150

/** What every store promises, whichever database is behind it. */
export function storeSuite(backend: StoreBackend): void {
  const stores: Store[] = []

  async function open(options: OpenOptions = {}, location = backend.newLocation()): Promise<Store> {
    const store = await backend.open(location, options)
    stores.push(store)
    return store
  }

  afterEach(async () => {
    await Promise.all(stores.splice(0).map(async (store) => store.close()))
  })

  describe('writing', () => {
    test('a resolved write is visible to readers and returns the value of its unit', async () => {
      const store = await open()
      const value = await store.write(async (tx) => {
        await tx.insertInto('setting').values({ name: 'a', value: '1' }).execute()
        return 42
      })
      expect(value).toBe(42)
      expect(await store.db.selectFrom('setting').selectAll().execute()).toEqual([
        { name: 'a', value: '1' },
      ])
    })

    test('of units that arrive together, one that throws is undone alone', async () => {
      const store = await open()
      const refusal = new Error('the unit changed its mind')
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, async (_, row) =>
          store.write(async (tx) => {
            await tx
              .insertInto('setting')
              .values({ name: `row ${row}`, value: '' })
              .execute()
            if (row === 7) throw refusal
          }),
        ),
      )
      const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
      expect(rejected.map((outcome): unknown => outcome.reason)).toEqual([refusal])
      const written = await names(store)
      expect(written).toHaveLength(19)
      expect(written).not.toContain('row 7')
    })

    test('a unit whose work throws before it returns a promise is undone alone', async () => {
      const store = await open()
      const thrown = store.write(() => {
        throw new Error('at once')
      })
      await expect(thrown).rejects.toThrow('at once')
      await put(store, 'next')
      expect(await names(store)).toEqual(['next'])
    })

    test('a broken constraint fails its unit only, with an error that is not `unavailable`', async () => {
      const store = await open()
      await put(store, 'taken')
      const [first, second, third] = await Promise.allSettled([
        put(store, 'before'),
        put(store, 'taken'),
        put(store, 'after'),
      ])
      expect([first.status, second.status, third.status]).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      expect((second as PromiseRejectedResult).reason).not.toMatchObject({ code: 'unavailable' })
      expect(await names(store)).toEqual(['after', 'before', 'taken'])
    })

    test('a failed statement fails the unit even when its error is caught', async () => {
      const store = await open()
      await put(store, 'taken')
      const careless = store.write(async (tx) => {
        await tx.insertInto('setting').values({ name: 'extra', value: '' }).execute()
        const again = tx.insertInto('setting').values({ name: 'taken', value: '' })
        await again.execute().catch(() => undefined)
      })
      await expect(careless).rejects.toThrow(/unique constraint/i)
      expect(await names(store)).toEqual(['taken'])
    })

    test('a conflict can be tolerated with `on conflict do nothing`', async () => {
      const store = await open()
      await put(store, 'taken', 'first')
      const inserted = await store.write(async (tx) => {
        const result = await tx
          .insertInto('setting')
          .values({ name: 'taken', value: 'second' })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .executeTakeFirstOrThrow()
        return result.numInsertedOrUpdatedRows
      })
      expect(inserted).toBe(0n)
    })

    test('concurrent units never lose an update', async () => {
      const store = await open()
      await put(store, 'counter', '0')
      await Promise.all(
        Array.from({ length: 24 }, async () =>
          store.write(async (tx) => {
            const row = await tx.selectFrom('setting').select('value').executeTakeFirstOrThrow()
            const value = String(Number(row.value) + 1)
            await tx.updateTable('setting').set({ value }).execute()
          }),
        ),
      )
      expect(await store.db.selectFrom('setting').selectAll().execute()).toEqual([
        { name: 'counter', value: '24' },
      ])
    })

    test('concurrent units that check a sum before they insert never exceed it', async () => {
      const store = await open()
      const outcomes = await Promise.all(
        Array.from({ length: 24 }, async (_, row) =>
          store.write(async (tx) => {
            const { count } = await tx
              .selectFrom('setting')
              .select((eb) => eb.fn.countAll<number>().as('count'))
              .executeTakeFirstOrThrow()
            if (count >= 5) return false
            await tx
              .insertInto('setting')
              .values({ name: `${row}`, value: '' })
              .execute()
            return true
          }),
        ),
      )
      expect(outcomes.filter(Boolean)).toHaveLength(5)
      expect(await names(store)).toHaveLength(5)
    })

    test('a unit that never settles is undone and refused, and holds up the store no longer', async () => {
      const store = await open({ workDeadlineMs: SHORT_DEADLINE_MS })
      const { promise: never, resolve: wake } = Promise.withResolvers<void>()
      let late: Promise<unknown> | undefined
      const hung = store.write(async (tx) => {
        await tx.insertInto('setting').values({ name: 'hung', value: '' }).execute()
        await never
        late = tx.insertInto('setting').values({ name: 'late', value: '' }).execute()
        await late
      })
      const next = put(store, 'next')
      await expect(hung).rejects.toMatchObject({ code: 'unavailable' })
      await next
      wake()
      await sleep(0)
      await expect(late).rejects.toThrow('already rolled back')
      await put(store, 'last')
      expect(await names(store)).toEqual(['last', 'next'])
    })
  })

  describe('writing jointly', () => {
    /** Adds settings, each by its name; a name that begins with `bad` is refused after it was written. */
    function adding(calls: string[][], ends: string[] = []): JointWork<string, string> {
      return async (tx, added, { atEnd }) => {
        calls.push([...added])
        atEnd((isDurable) => void ends.push(`${added.join()} ${isDurable}`))
        for (const name of added) {
          await tx.insertInto('setting').values({ name, value: '' }).execute()
          if (name.startsWith('bad')) throw new Error(`${name} is refused`)
        }
        return added.map((name) => `${name} is there`)
      }
    }

    test('units of one kind that wait together run by one call, and each gets its own output', async () => {
      const store = await open()
      const calls: string[][] = []
      const [work, other] = [adding(calls), adding(calls)]
      const outputs = await Promise.all([
        store.writeJointly(work, 'a'),
        store.writeJointly(work, 'b'),
        store.writeJointly(other, 'c'),
        put(store, 'd'),
        store.writeJointly(work, 'e'),
      ])
      expect(outputs.slice(0, 3)).toEqual(['a is there', 'b is there', 'c is there'])
      expect(calls).toEqual([['a', 'b'], ['c'], ['e']])
      expect(await names(store)).toEqual(['a', 'b', 'c', 'd', 'e'])
    })

    test('one that fails is undone alone, and the others are done once', async () => {
      const store = await open()
      const [calls, ends]: [string[][], string[]] = [[], []]
      const work = adding(calls, ends)
      const outcomes = await Promise.allSettled([
        put(store, 'before'),
        ...['a', 'bad', 'b', 'bad'].map(async (name, at) => store.writeJointly(work, name + at)),
        put(store, 'after'),
      ])
      const reasons = outcomes.map((one) =>
        one.status === 'rejected' ? String(one.reason) : one.status,
      )
      const [bad1, bad3] = ['Error: bad1 is refused', 'Error: bad3 is refused']
      expect(reasons).toEqual(['fulfilled', 'fulfilled', bad1, 'fulfilled', bad3, 'fulfilled'])
      expect(await names(store)).toEqual(['a0', 'after', 'b2', 'before'])
      expect(calls).toEqual([['a0', 'bad1', 'b2', 'bad3'], ['a0'], ['bad1'], ['b2'], ['bad3']])
      const undone = ['a0,bad1,b2,bad3 false', 'bad1 false', 'bad3 false']
      expect(ends.toSorted()).toEqual([...undone, 'a0 true', 'b2 true'].toSorted())
    })

    test('what is to happen at the end happens once the unit is durable, before its caller goes on', async () => {
      const store = await open()
      const seen: unknown[] = []
      await store.write(async (tx, { atEnd }) => {
        await tx.insertInto('setting').values({ name: 'a', value: '' }).execute()
        atEnd((isDurable) => void seen.push(isDurable))
      })
      seen.push(await names(store))
      await store
        .write(async (_, { atEnd }) => {
          atEnd((isDurable) => void seen.push(isDurable))
          throw new Error('no')
        })
        .catch(() => seen.push('refused'))
      expect(seen).toEqual([true, ['a'], false, 'refused'])
    })
  })

  describeLeftStatements(open)

  describe('reading', () => {
    test('readers neither wait for a unit nor see what it has not committed', async () => {
      const store = await open()
      await put(store, 'old')
      const inside = Promise.withResolvers<void>()
      const hold = Promise.withResolvers<void>()
      const writing = store.write(async (tx) => {
        await tx.insertInto('setting').values({ name: 'new', value: '' }).execute()
        inside.resolve()
        await hold.promise
      })
      await inside.promise
      expect(await names(store)).toEqual(['old'])
      hold.resolve()
      await writing
      expect(await names(store)).toEqual(['new', 'old'])
    })

    test('a read transaction keeps its snapshot while others write', async () => {
      const store = await open()
      const seen = await readConsistently(store, async (tx) => {
        const before = await tx.selectFrom('setting').select('name').execute()
        await put(store, 'meanwhile')
        const after = await tx.selectFrom('setting').select('name').execute()
        return [before.length, after.length]
      })
      expect(seen).toEqual([0, 0])
      expect(await names(store)).toEqual(['meanwhile'])
    })

    test('others read what is committed while a read transaction keeps its snapshot', async () => {
      const store = await open()
      let other: Promise<string[]> | undefined
      await readConsistently(store, async (tx) => {
        await tx.selectFrom('setting').select('name').execute()
        await put(store, 'meanwhile')
        other = names(store)
        await tx.selectFrom('setting').select('name').execute()
      })
      expect(await other).toEqual(['meanwhile'])
      expect(await names(store)).toEqual(['meanwhile'])
    })

    test('the database refuses a write through the reader', async () => {
      const store = await open()
      await put(store, 'kept')
      const refused = sql`delete from setting`.execute(sample(store.db))
      await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
      expect(await names(store)).toEqual(['kept'])
    })
  })

  describe('values', () => {
    test('every column type comes back as it was written', async () => {
      const store = await open({ migrations: withSample })
      const rows = [
        { id: 1, words: 'naïve 🚀 "quoted"', big: 2 ** 53 - 1, fraction: 0.1, bytes: null },
        { id: 2, words: null, big: -5, fraction: -1e300, bytes: new Uint8Array([0, 255, 7]) },
        { id: 3, words: '', big: null, fraction: null, bytes: new Uint8Array(0) },
      ]
      await store.write(async (tx) => sample(tx).insertInto('sample').values(rows).execute())
      const read = await sample(store.db).selectFrom('sample').selectAll().orderBy('id').execute()
      // Postgres answers with a Buffer, which is a Uint8Array of another class.
      const plain = read.map((row) => ({ ...row, bytes: row.bytes && Uint8Array.from(row.bytes) }))
      expect(plain).toEqual(rows)
    })

    test('booleans become 0 and 1, and bigints are kept exactly', async () => {
      const store = await open({ migrations: withSample })
      const empty = { words: null, fraction: null, bytes: null }
      const wide = 2n ** 60n + 1n
      await store.write(async (tx) => {
        const rows = [true, false, wide].map((big, id) => Object.assign({ id, big }, empty))
        await sample(tx).insertInto('sample').values(rows).execute()
      })
      const flags = sample(store.db).selectFrom('sample').select('big').where('id', '<', 2)
      expect(await flags.orderBy('id').execute()).toEqual([{ big: 1 }, { big: 0 }])
      const exact = sample(store.db).selectFrom('sample').select('id').where('big', '=', wide)
      expect(await exact.execute()).toEqual([{ id: 2 }])
    })

    test('an integer above 2^53 is refused on reading rather than rounded', async () => {
      const store = await open({ migrations: withSample })
      const row = { id: 1, words: null, big: 2n ** 60n, fraction: null, bytes: null }
      await store.write(async (tx) => sample(tx).insertInto('sample').values(row).execute())
      const read = sample(store.db).selectFrom('sample').select('big').execute()
      await expect(read).rejects.toThrow(RangeError)
      expect(await names(store)).toEqual([])
    })

    test.each([
      ['an object', { a: 1 }],
      ['a date', new Date(0)],
      ['undefined', undefined],
    ])('%s is refused as a parameter', async (_, value) => {
      const store = await open()
      const write = store.write(async (tx) => sql`select ${value} as a`.execute(tx))
      await expect(write).rejects.toThrow(TypeError)
    })
  })

  describe('life', () => {
    test('a working store passes the trivial and the deep check, which leaves nothing behind', async () => {
      const store = await open()
      await store.check()
      await store.check({ deep: true })
      expect(await names(store)).toEqual([])
    })

    test('closing waits for the writes asked for; afterwards the store is unavailable', async () => {
      const location = backend.newLocation()
      const store = await open({}, location)
      const writing = Array.from({ length: 30 }, async (_, row) => put(store, String(row)))
      const closed = Promise.all([store.close(), store.close()])
      await expect(put(store, 'too late')).rejects.toMatchObject({ code: 'unavailable' })
      await Promise.all([...writing, closed])
      await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' })
      expect(await names(await open({}, location))).toHaveLength(30)
    })

    test('when a write resolves, its row is committed', async () => {
      const store = await open()
      const seen = await Promise.all(
        Array.from({ length: 20 }, async (_, row) => {
          await put(store, String(row))
          return (await names(store)).includes(String(row))
        }),
      )
      expect(seen).not.toContain(false)
    })
  })
}
