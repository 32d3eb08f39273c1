import { badRequest } from '../../failures.ts'
import { tellUserChanged } from '../../people/user-events.ts'
import { checkValue } from '../../profile/check-value.ts'
import { type ProfileField, profileFields } from '../../profile/field-record.ts'
import type { Actor, Chat, User } from '../../port.ts'
import { isAdministrator, loadMember, type Member } from '../../viewer.ts'
import { type ChatWork, reader, writeChat } from '../../write.ts'

/** A value of one field; null removes it. */
export interface FieldChange {
  id: number
  value: string | readonly number[] | null
}

/** Changes what the caller's profile says, all of it or nothing (spec 4.4). */
export async function changeOwnProfile(
  chat: Chat,
  actor: Actor,
  changes: readonly FieldChange[],
): Promise<void> {
  const member = await loadMember(reader(chat), actor, chat.now().getTime())
  await writeChat(chat, async (unit) => changeProfile(unit, member, actor.user, changes))
}

/** Changes what a user's profile says, and tells everybody. Throws for unknown fields, and for fixed ones unless an administrator does it. */
export async function changeProfile(
  unit: ChatWork,
  member: Member,
  user: User,
  changes: readonly FieldChange[],
): Promise<void> {
  // Spec 2.1: only people have profiles.
  if (user.is_bot) throw badRequest('Bots have no profile.')
  const { tx } = unit
  const fields = new Map((await profileFields(tx)).map((field) => [field.id, field]))
  for (const { id, value } of changes) {
    const field = fields.get(id)
    if (!field) throw badRequest(`Field id ${id} not found.`)
    if (!field.is_editable && !isAdministrator(member)) {
      throw badRequest(
        'You are not allowed to change this field. Contact an administrator to update it.',
      )
    }
    if (value === null || value === '') await drop(unit, user.id, field)
    else await store(unit, member, user.id, field, value)
  }
}

async function store(
  unit: ChatWork,
  member: Member,
  user_id: number,
  field: ProfileField,
  value: string | readonly number[],
): Promise<void> {
  const columns = await checkValue(unit.tx, member, field, value)
  await unit.tx
    .insertInto('chat_profile_value')
    .values({ user_id, field_id: field.id, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'field_id']).doUpdateSet(columns))
    .execute()
  const rendered = columns.rendered === null ? {} : { rendered_value: columns.rendered }
  const told = { id: field.id, value: columns.value, ...rendered }
  tellUserChanged(unit, user_id, { custom_profile_field: told })
}

async function drop(unit: ChatWork, userId: number, { id }: ProfileField): Promise<void> {
  const gone = unit.tx.deleteFrom('chat_profile_value').where('user_id', '=', userId)
  const { numDeletedRows } = await gone.where('field_id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return
  tellUserChanged(unit, userId, { custom_profile_field: { id, value: null } })
}
