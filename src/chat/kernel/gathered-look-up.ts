import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import { type ParameterOf, prepareQuery } from './prepared-query.ts'
import type { Reader } from './rows.ts'
import { databaseKindOf } from './sql-in-list.ts'

/** Look-ups of one turn of the event loop that wait for its end. */
interface Gathering<R> {
  ids: Set<string>
  found: Promise<ReadonlyMap<string, R>>
}

/**
 * Makes a look-up of one row by its id, which on Postgres is made by one query with those of other callers in the same turn of the event
 * loop: many polls that come back at once are one way to the server. `select` finds the rows of a JSON list of ids.
 */
export function gatherLookUps<R extends { id: string }>(
  select: (db: Reader, parameter: ParameterOf<{ ids: string }>) => CompiledQuery<R>,
): (db: Reader, id: string) => Promise<R | undefined> {
  const run = prepareQuery<{ ids: string }, R>(select)
  const gatherings = new WeakMap<Reader, Gathering<R>>()

  async function findAll(db: Reader, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, R>> {
    await nextTurn()
    gatherings.delete(db)
    const rows = await run(db, { ids: JSON.stringify([...ids]) })
    return new Map(rows.map((row) => [row.id, row]))
  }

  return async (db, id) => {
    if (databaseKindOf(db) === 'sqlite') {
      const [row] = await run(db, { ids: JSON.stringify([id]) })
      return row
    }
    let gathering = gatherings.get(db)
    if (!gathering) {
      const ids = new Set<string>()
      gatherings.set(db, (gathering = { ids, found: findAll(db, ids) }))
    }
    gathering.ids.add(id)
    return (await gathering.found).get(id)
  }
}
