import type { Store } from '../../src/store/port.ts'

/** Statements that a store has run, and the rows that they returned: unlike time, the same on every machine. */
export interface Reads {
  statements: number
  rows: number
}

type Executor = ReturnType<Store['db']['getExecutor']>

/** A store that counts what is read through it, also by units of work. */
export function countReads(store: Store): { store: Store; take(): Reads } {
  let reads: Reads = { statements: 0, rows: 0 }
  const watched = new WeakSet<Executor>()
  const watch = (executor: Executor): void => {
    if (watched.has(executor)) return
    watched.add(executor)
    const run = executor.executeQuery.bind(executor)
    executor.executeQuery = async (query) => {
      const result = await run(query)
      reads.statements += 1
      reads.rows += result.rows.length
      return result
    }
  }
  watch(store.db.getExecutor())
  const counting: Store = Object.create(store, {
    write: {
      value: async (work: Parameters<Store['write']>[0]) =>
        store.write(async (tx, hooks) => {
          watch(tx.getExecutor())
          return work(tx, hooks)
        }),
    },
  })
  return {
    store: counting,
    take() {
      const taken = reads
      reads = { statements: 0, rows: 0 }
      return taken
    },
  }
}
