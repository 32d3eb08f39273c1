import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { LookUp } from '../../store/postgres/postgres-look-ups.ts'
import type { Reader } from './rows.ts'

/** A placeholder for a parameter of a prepared query. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Returns the placeholder of a parameter. */
export type ParameterOf<P> = <N extends string & keyof P>(name: N) => P[N]

/** An insertion of one row into a table, with its columns as parameters: the same statement whatever their order in a row. */
export function insertRow<Row, Result = never>(
  table: string,
  columns: readonly (string & keyof Row)[],
  parameter: ParameterOf<Row>,
): RawBuilder<Result> {
  const values = sql.join(columns.map((name) => sql`${parameter(name)}`))
  return sql`insert into ${sql.table(table)} (${sql.join(columns.map(sql.ref))}) values (${values})`
}

/**
 * A look-up that is built and compiled once per database rather than at each run, which costs more than
 * running it. Its shape must not depend on values: no lists of varying length, no `= null`. On Postgres others of its kind wait
 * for it.
 */
export function prepareQuery<P extends object, R, D extends Reader = Reader>(
  build: (db: D, parameter: ParameterOf<P>) => CompiledQuery<R>,
  reads: LookUp['reads'] = 'records',
): (db: D, values: P) => Promise<R[]> {
  const run = prepareQueryResult(build, reads)
  return async (db, values) => (await run(db, values)).rows
}

/** A look-up that is compiled once per database (`prepareQuery`), and returns the whole result rather than the rows alone. */
export function prepareQueryResult<P extends object, R, D extends Reader = Reader>(
  build: (db: D, parameter: ParameterOf<P>) => CompiledQuery<R>,
  reads: LookUp['reads'] = 'records',
): (db: D, values: P) => Promise<QueryResult<R>> {
  const compiled = new WeakMap<object, Compiled<R>>()
  const parameter: ParameterOf<P> = (name) => new Parameter(name) as never
  return (db, values) => {
    const executor = db.getExecutor()
    let known = compiled.get(executor.adapter)
    if (!known) compiled.set(executor.adapter, (known = compiledOf(build(db, parameter))))
    const { query, names } = known
    const parameters = query.parameters.map((value, index) => {
      const name = names[index]
      return name === undefined ? value : values[name as keyof P]
    })
    const lookUp: LookUp = { ...query, parameters, reads }
    return executor.executeQuery<R>(lookUp)
  }
}

/** A compiled query, and the name of each parameter that a run brings along. */
interface Compiled<R> {
  query: CompiledQuery<R>
  names: readonly (string | undefined)[]
}

function compiledOf<R>(query: CompiledQuery<R>): Compiled<R> {
  const names = query.parameters.map((value) =>
    value instanceof Parameter ? value.name : undefined,
  )
  return { query, names }
}
