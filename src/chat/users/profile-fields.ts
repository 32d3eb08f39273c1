import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ChatProfileFieldTable } from '../../store/tables/chat-record-tables.ts'
import type { Reader } from '../kernel/rows.ts'

/** Kinds of profile fields. */
export const FIELD_TYPES = {
  shortText: 1,
  longText: 2,
  choice: 3,
  date: 4,
  link: 5,
  users: 6,
  externalAccount: 7,
  pronouns: 8,
} as const

/** A field of the profile as clients see it. */
export const fieldSchema = z.object({
  id: z.int(),
  type: z.int(),
  order: z.int(),
  name: z.string(),
  hint: z.string(),
  field_data: z.string(),
  display_in_profile_summary: z.boolean(),
  required: z.boolean(),
  editable_by_user: z.boolean(),
})

/** A field of the profile as clients see it. */
export type FieldRecord = z.infer<typeof fieldSchema>

/** A field of the profile, as stored. */
export type ProfileField = Selectable<ChatProfileFieldTable>

/** Fields of the profile in their order. */
export async function loadProfileFields(db: Reader): Promise<ProfileField[]> {
  return db.selectFrom('chat_profile_field').selectAll().orderBy('position').orderBy('id').execute()
}

/** Fields of the profile as clients see them, in their order. */
export async function loadFieldRecords(db: Reader): Promise<FieldRecord[]> {
  return (await loadProfileFields(db)).map((field, index) => ({
    id: field.id,
    type: field.type,
    order: index + 1,
    name: field.name,
    hint: field.hint,
    field_data: field.field_data,
    display_in_profile_summary: field.in_summary === 1,
    required: field.is_required === 1,
    editable_by_user: field.is_editable === 1,
  }))
}

/** Kinds of fields as the snapshot lists them. */
export const FIELD_TYPE_NAMES: Readonly<Record<string, { id: number; name: string }>> = {
  SHORT_TEXT: { id: FIELD_TYPES.shortText, name: 'Text (short)' },
  LONG_TEXT: { id: FIELD_TYPES.longText, name: 'Text (long)' },
  SELECT: { id: FIELD_TYPES.choice, name: 'List of options' },
  DATE: { id: FIELD_TYPES.date, name: 'Date' },
  URL: { id: FIELD_TYPES.link, name: 'Link' },
  USER: { id: FIELD_TYPES.users, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: FIELD_TYPES.externalAccount, name: 'External account' },
  PRONOUNS: { id: FIELD_TYPES.pronouns, name: 'Pronouns' },
}

/** The value of one profile field of a user (spec 2.1); HTML only for fields whose text is Markdown. */
export interface ProfileValue {
  value: string
  rendered_value?: string
}

/** Profile values, by the id of the field as text. */
export type ProfileData = Record<string, ProfileValue>

/** Profiles by user id, of users with values; of one user only, if given. */
export async function loadProfiles(
  db: Reader,
  userId?: number,
): Promise<ReadonlyMap<number, ProfileData>> {
  const query = db.selectFrom('chat_profile_value').selectAll().orderBy('field_id')
  const rows = await (userId === undefined ? query : query.where('user_id', '=', userId)).execute()
  return new Map(
    [...Map.groupBy(rows, ({ user_id }) => user_id)].map(([id, values]) => [
      id,
      Object.fromEntries(
        values.map(({ field_id, value, rendered }) => [
          String(field_id),
          { value, ...(rendered === null ? {} : { rendered_value: rendered }) },
        ]),
      ),
    ]),
  )
}
