import type { Reader } from '../port.ts'

/** What a user's profile says in one field (spec 2.1); HTML only for fields whose text is Markdown. */
export interface ProfileValue {
  value: string
  rendered_value?: string
}

/** What profiles say, by the id of the field as text. */
export type ProfileData = Record<string, ProfileValue>

/** Profiles by user id, of those who said something; of one user only, where given. */
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
