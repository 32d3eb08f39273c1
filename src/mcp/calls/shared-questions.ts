import { once } from '../../lib/once.ts'
import type { Store } from '../../store/port.ts'
import { sharedSecret } from '../../store/shared-secret.ts'
import { makeQuestionSecret, type QuestionKeeper } from './questions.ts'

/** Name of the stored secret. */
const SECRET_NAME = 'question seal'

/** Keeps the questions of all processes on a store. */
export function sharedQuestions(open: () => Promise<Store>): QuestionKeeper {
  return {
    secret: once(async () => sharedSecret(await open(), SECRET_NAME, makeQuestionSecret)),
    async useUp(id, expiresAt, now) {
      const store = await open()
      return store.write(async (tx) => {
        await tx.deleteFrom('answered_question').where('expires_at', '<', now).execute()
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('answered_question')
          .values({ id, expires_at: expiresAt })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow()
        return numInsertedOrUpdatedRows === 1n
      })
    },
  }
}
