import { z } from 'zod'
import type { Reader } from '../kernel/rows.ts'

/** A view in a user's menu (spec 2.10). */
export const viewSchema = z.object({
  fragment: z.string(),
  is_pinned: z.boolean(),
  name: z.string().nullable(),
})

/** A view in a user's menu. */
export type ViewRecord = z.infer<typeof viewSchema>

/** Views that every client has; users can pin and hide them, but not name them. */
const BUILT_IN = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'scheduled',
  'reminders',
])

/** Whether a view is one that every client has. */
export function isBuiltIn(fragment: string): boolean {
  return BUILT_IN.has(fragment)
}

/** The view settings of a user. */
export async function loadViewRecords(db: Reader, userId: number): Promise<ViewRecord[]> {
  const rows = await db
    .selectFrom('chat_view')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('fragment')
    .execute()
  return rows.map(({ fragment, is_pinned, name }) => ({
    fragment,
    is_pinned: is_pinned === 1,
    name,
  }))
}
