import type { ChatWork } from '../write.ts'

/** Removes drafts of a user and tells his clients. */
export async function dropDrafts(
  { tx, emit }: ChatWork,
  userId: number,
  ids: readonly number[],
): Promise<void> {
  for (const draft_id of ids) {
    await tx.deleteFrom('chat_draft').where('id', '=', draft_id).execute()
    emit({ payload: { type: 'drafts', op: 'remove', draft_id }, to: { users: [userId] } })
  }
}
