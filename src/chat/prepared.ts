import type { CompiledQuery } from 'kysely'
import type { Reader } from './port.ts'

/** Stands in a query for a value that each run brings along. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Where the value of a parameter goes. */
export type PlaceOf<P> = <N extends string & keyof P>(name: N) => P[N]

/**
 * A query that is built and compiled once per database rather than at each run, which costs more than
 * running it. Its shape must not depend on values: no lists of varying length, no `= null`.
 */
export function prepare<P extends object, R, D extends Reader = Reader>(
  build: (db: D, place: PlaceOf<P>) => CompiledQuery<R>,
): (db: D, values: P) => Promise<R[]> {
  const compiled = new WeakMap<object, CompiledQuery<R>>()
  const place: PlaceOf<P> = (name) => new Place(name) as never
  return async (db, values) => {
    const executor = db.getExecutor()
    let query = compiled.get(executor.adapter)
    if (!query) compiled.set(executor.adapter, (query = build(db, place)))
    const parameters = query.parameters.map((value) =>
      value instanceof Place ? values[value.name as keyof P] : value,
    )
    return (await executor.executeQuery<R>({ ...query, parameters })).rows
  }
}
