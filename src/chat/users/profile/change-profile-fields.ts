import { badRequest } from '../../kernel/failures.ts'
import { requireActingAdministrator } from '../../kernel/requester.ts'
import type { Tx } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { type ChatWork } from '../../kernel/unit-of-work.ts'
import { writeDirectory } from '../../organization/directory-space.ts'
import { emitUserChanged } from '../accounts/change-user.ts'
import { FIELD_TYPES, loadFieldRecords, type ProfileField } from '../profile-fields.ts'
import { requireField, type FieldWish, requireRoomInSummary } from './add-profile-field.ts'

/** Changes to a field of profiles; absent ones stay. */
export type FieldEdit = { field_id: number } & {
  [Name in keyof Omit<FieldWish, 'field_type'>]?: FieldWish[Name] | undefined
}

/** Puts the fields of profiles in another order. For administrators. */
export async function orderFields(
  chat: Chat,
  actor: Actor,
  order: readonly number[],
): Promise<void> {
  await changeFields(chat, actor, async ({ tx }) => {
    const known = (await loadFieldRecords(tx)).map(({ id }) => id)
    if (new Set(order).size !== order.length || known.some((id) => !order.includes(id))) {
      throw badRequest('Every profile field must be named exactly once.')
    }
    if (order.length !== known.length) throw badRequest('Invalid order mapping.')
    for (const [index, id] of order.entries()) {
      await tx
        .updateTable('chat_profile_field')
        .set({ position: index + 1 })
        .where('id', '=', id)
        .execute()
    }
  })
}

/** Changes a field of profiles. Values of users that are none of its choices any more go. For administrators. */
export async function changeField(chat: Chat, actor: Actor, edit: FieldEdit): Promise<void> {
  await changeFields(chat, actor, async (unit) => {
    const { tx } = unit
    const field = await fieldOf(tx, edit.field_id)
    const given = Object.entries(edit).filter(([, value]) => value !== undefined)
    const wish: FieldWish = {
      name: field.name,
      hint: field.hint,
      field_type: field.type,
      field_data:
        field.field_data === '' ? {} : (JSON.parse(field.field_data) as FieldWish['field_data']),
      display_in_profile_summary: field.in_summary === 1,
      required: field.is_required === 1,
      editable_by_user: field.is_editable === 1,
      ...Object.fromEntries(given),
    }
    const columns = requireField(wish)
    const others = (await loadFieldRecords(tx)).filter(({ id }) => id !== field.id)
    if (others.some(({ name }) => name === columns.name)) {
      throw badRequest('A field with that label already exists.')
    }
    if (columns.in_summary) requireRoomInSummary(others)
    await tx.updateTable('chat_profile_field').set(columns).where('id', '=', field.id).execute()
    if (field.type === FIELD_TYPES.choice) await dropOtherChoices(unit, field.id, wish)
  })
}

/** Deletes a field of profiles, with its values. For administrators. */
export async function deleteField(chat: Chat, actor: Actor, fieldId: number): Promise<void> {
  await changeFields(chat, actor, async ({ tx }) => {
    await fieldOf(tx, fieldId)
    await tx.deleteFrom('chat_profile_value').where('field_id', '=', fieldId).execute()
    await tx.deleteFrom('chat_profile_field').where('id', '=', fieldId).execute()
  })
}

async function fieldOf(tx: Tx, id: number): Promise<ProfileField> {
  const field = await tx
    .selectFrom('chat_profile_field')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!field) throw badRequest(`Field id ${id} not found.`)
  return field
}

async function dropOtherChoices(
  unit: ChatWork,
  field_id: number,
  { field_data }: FieldWish,
): Promise<void> {
  const choices = Object.keys(field_data)
  const gone = await unit.tx
    .deleteFrom('chat_profile_value')
    .where('field_id', '=', field_id)
    .where('value', 'not in', choices)
    .returning('user_id')
    .execute()
  for (const { user_id } of gone) {
    emitUserChanged(unit, user_id, { custom_profile_field: { id: field_id, value: null } })
  }
}

async function changeFields(
  chat: Chat,
  actor: Actor,
  work: (unit: ChatWork) => Promise<void>,
): Promise<void> {
  await requireActingAdministrator(chat, actor)
  await writeDirectory(chat, actor, async (unit) => {
    await work(unit)
    const fields = await loadFieldRecords(unit.tx)
    unit.emit({ payload: { type: 'custom_profile_fields', fields }, to: 'all' })
  })
}
