import { badRequest } from '../kernel/failures.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { STORED_VALUES_MAX_CHARS } from '../limits.ts'

/** Texts by name that a program keeps with its account. */
export type StoredValues = Record<string, string>

/** The values of these names, or all. Throws for a name without one. */
export async function getValues(
  chat: Chat,
  { user }: Actor,
  names: readonly string[] | undefined,
): Promise<StoredValues> {
  const values = await valuesOf(reader(chat), user.id)
  return names ? Object.fromEntries(names.map((name) => [name, known(values, name)])) : values
}

/** Stores values, replacing those of the same names. Throws when there are too many. */
export async function setValues(chat: Chat, { user }: Actor, values: StoredValues): Promise<void> {
  await writeChat(chat, async ({ tx }) => {
    const all = { ...(await valuesOf(tx, user.id)), ...values }
    if (Object.entries(all).flat().join('').length > STORED_VALUES_MAX_CHARS) {
      throw badRequest(`Too much to store (maximum ${STORED_VALUES_MAX_CHARS} characters).`)
    }
    for (const [name, value] of Object.entries(values)) {
      await tx
        .insertInto('chat_value')
        .values({ user_id: user.id, name, value })
        .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value }))
        .execute()
    }
  })
}

/** Forgets the values of these names, or all. Throws for a name without one. */
export async function removeValues(
  chat: Chat,
  { user }: Actor,
  names: readonly string[] | undefined,
): Promise<void> {
  await writeChat(chat, async ({ tx }) => {
    const values = await valuesOf(tx, user.id)
    for (const name of names ?? Object.keys(values)) {
      known(values, name)
      await tx
        .deleteFrom('chat_value')
        .where('user_id', '=', user.id)
        .where('name', '=', name)
        .execute()
    }
  })
}

async function valuesOf(db: Reader, userId: number): Promise<StoredValues> {
  const rows = await db
    .selectFrom('chat_value')
    .select(['name', 'value'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

function known(values: StoredValues, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) throw badRequest('Key does not exist.')
  return value
}
