import { CompiledQuery } from 'kysely'
import { StoreUnusable } from '../../contract/errors.ts'
import type { PostgresPool } from './postgres-pool.ts'

/** SQLSTATEs of a schema that somebody else has made in this moment. */
const MADE_MEANWHILE = new Set(['42P06', '23505'])

/** Makes a schema unless it is there. Throws `unavailable`, and `StoreUnusable` where the role may not, or should not. */
export async function requireSchema(pool: PostgresPool, schema: string): Promise<void> {
  const client = await pool.take()
  try {
    await client.begin('begin read write')
    const look = `select exists (select from pg_namespace where nspname = $1) as exists, current_user = $1 as "isRole"`
    const { rows } = await client.executeQuery<{ exists: boolean; isRole: boolean }>(
      CompiledQuery.raw(look, [schema]),
    )
    const [{ exists, isRole } = { exists: false, isRole: false }] = rows
    if (!exists && isRole) {
      throw new StoreUnusable(
        `The schema ${schema} is not made by itself: it has the name of the role that signs in.`,
        {
          hint:
            'Postgres would use it for all that this role does without --database-schema, too. The operator should choose ' +
            `another name, or, where the role is for this organization alone, make it: create schema ${schema}`,
        },
      )
    }
    if (!exists) await client.control(`create schema "${schema}"`)
    await client.control('commit')
  } catch (error) {
    await client.control('rollback').catch(() => undefined)
    if (!MADE_MEANWHILE.has((error as { code?: string }).code ?? '')) throw error
  } finally {
    client.release()
  }
}
