import { userInfo } from 'node:os'
import type Pg from 'pg'

/** Loads the client of Postgres, on first use: most instances have none. Without a name in the address it signs in as the user of the system. */
export async function loadPg(): Promise<typeof Pg> {
  const { default: pg } = await import('pg')
  // As other clients do; its own default is a variable of the environment that services and containers may lack.
  pg.defaults.user ??= userInfo().username
  return pg
}
