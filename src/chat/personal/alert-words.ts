import { countChars } from '../../lib/text.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { ALERT_WORD_MAX_CHARS, ALERT_WORDS_MAX_COUNT } from '../limits.ts'
import { recordSettingsChange } from '../organization/organization-settings.ts'

/** The alert words of a user, sorted. */
export async function loadAlertWordsOf(db: Reader, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_alert_word')
    .select('word')
    .where('user_id', '=', userId)
    .orderBy('word_key')
    .execute()
  return rows.map(({ word }) => word)
}

/** The caller's alert words. */
export async function listAlertWords(chat: Chat, { user }: Actor): Promise<string[]> {
  return loadAlertWordsOf(reader(chat), user.id)
}

/** Adds words; words already present in any letter case stay. Returns all of them. */
export async function addAlertWords(
  chat: Chat,
  { user }: Actor,
  words: readonly string[],
): Promise<string[]> {
  const added = readWords(words)
  return writeChat(chat, async (unit) => {
    for (const word of added) {
      await unit.tx
        .insertInto('chat_alert_word')
        .values({ user_id: user.id, word_key: word.toLowerCase(), word })
        .onConflict((conflict) => conflict.columns(['user_id', 'word_key']).doNothing())
        .execute()
    }
    const all = await emitAlertWords(unit, user.id)
    if (all.length > ALERT_WORDS_MAX_COUNT) throw badRequest('Too many alert words.')
    return all
  })
}

/** Removes words, ignoring letter case. Returns those that remain. */
export async function removeAlertWords(
  chat: Chat,
  { user }: Actor,
  words: readonly string[],
): Promise<string[]> {
  const keys = readWords(words).map((word) => word.toLowerCase())
  return writeChat(chat, async (unit) => {
    const gone = unit.tx.deleteFrom('chat_alert_word').where('user_id', '=', user.id)
    await gone.where('word_key', 'in', keys).execute()
    return emitAlertWords(unit, user.id)
  })
}

function readWords(words: readonly string[]): string[] {
  if (words.length > ALERT_WORDS_MAX_COUNT) throw badRequest('Too many alert words.')
  const trimmed = words.map((word) => word.trim()).filter((word) => word !== '')
  if (trimmed.some((word) => countChars(word) > ALERT_WORD_MAX_CHARS)) {
    throw badRequest(`alert_words[] is too long (limit: ${ALERT_WORD_MAX_CHARS} characters)`)
  }
  if (trimmed.length === 0) throw badRequest('alert_words must not be empty')
  return trimmed
}

async function emitAlertWords({ tx, emit }: ChatWork, userId: number): Promise<string[]> {
  await recordSettingsChange(tx)
  const alert_words = await loadAlertWordsOf(tx, userId)
  emit({ payload: { type: 'alert_words', alert_words }, to: { users: [userId] } })
  return alert_words
}
