import { DAY_MS, WEEK_MS } from '../../lib/durations.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Reader, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { firstIdSince } from '../narrow/anchor.ts'
import { loadRealm } from '../organization/store-realm.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { collectDigest } from './collect-digest.ts'
import { digestOffLink } from './digest-link.ts'
import { digestText } from './digest-text.ts'

/** Who was there within this time has missed nothing for days. */
const AWAY_MIN_MS = 5 * DAY_MS

/** A digest goes no further back, and the next one is not sooner than a day before. */

/** People who are looked at in one reading. */
const BATCH_MAX_COUNT = 50

/**
 * Mails everybody who was away for days what they missed, at most once a week, on the day that the organization has chosen (UTC),
 * until the signal aborts. For one process at a time.
 */
export async function sendDigests(chat: Chat, signal: AbortSignal): Promise<void> {
  if (!chat.mail) return
  const nowMs = chat.now().getTime()
  const realm = await loadRealm(reader(chat))
  const weekday = (chat.now().getUTCDay() + 6) % 7
  if (!realm.digest_emails_enabled || realm.digest_weekday !== weekday) return
  const above = (await firstIdSince(reader(chat), nowMs - WEEK_MS)) - 1
  let after = 0
  while (!signal.aborted) {
    const batch = await loadAway(reader(chat), nowMs, after)
    for (const { user, seenMs } of batch) {
      if (signal.aborted) return
      after = user.id
      const sinceMs = Math.max(seenMs, nowMs - WEEK_MS)
      if (settingsOf(user).enable_digest_emails) await mailDigest(chat, user, { sinceMs, above })
    }
    if (batch.length < BATCH_MAX_COUNT) return
  }
}

/** People who were away for days and got no digest this week, by id. */
async function loadAway(
  db: Reader,
  nowMs: number,
  after: number,
): Promise<{ user: User; seenMs: number }[]> {
  const rows = await db
    .selectFrom('chat_user as u')
    .leftJoin('chat_presence as p', 'p.user_id', 'u.id')
    .leftJoin('chat_digest as d', 'd.user_id', 'u.id')
    .selectAll('u')
    .select(['p.active_at', 'p.idle_at'])
    .where('u.id', '>', after)
    .where('u.is_active', '=', 1)
    .where('u.is_bot', '=', 0)
    .where('u.is_imported_stub', '=', 0)
    .where('u.joined_at', '<', nowMs - AWAY_MIN_MS)
    .where((eb) => eb(eb.fn.coalesce('p.active_at', eb.lit(0)), '<', nowMs - AWAY_MIN_MS))
    .where((eb) => eb(eb.fn.coalesce('p.idle_at', eb.lit(0)), '<', nowMs - AWAY_MIN_MS))
    .where((eb) => eb(eb.fn.coalesce('d.sent_at', eb.lit(0)), '<', nowMs - WEEK_MS + DAY_MS))
    .orderBy('u.id')
    .limit(BATCH_MAX_COUNT)
    .execute()
  return rows.map(({ active_at, idle_at, ...user }) => ({
    user,
    seenMs: Math.max(user.joined_at, active_at ?? 0, idle_at ?? 0),
  }))
}

async function mailDigest(
  chat: Chat,
  user: User,
  span: { sinceMs: number; above: number },
): Promise<void> {
  const nowMs = chat.now().getTime()
  const db = reader(chat)
  const member = await loadMember(db, { user, client: '' }, nowMs)
  const digest = await collectDigest(db, member, span)
  if (digest.topics.length === 0) return
  const unsubscribe = await digestOffLink(chat, user.id)
  const mail = digestText(chat, member.realm, user, digest, unsubscribe)
  // First, so that a process that dies in between never mails twice.
  const before = await mark(chat, user, nowMs)
  try {
    await chat.mail?.({ to: user.email, ...mail, unsubscribe })
  } catch (error) {
    // The next run, in an hour, tries again.
    chat.log.warn({ err: error, user: user.id }, 'a digest could not be mailed')
    await mark(chat, user, before)
  }
}

/** Sets when somebody got their last digest, 0 for never. Returns what it was. */
async function mark(chat: Chat, { id: user_id }: User, sent_at: number): Promise<number> {
  return writeChat(chat, async ({ tx }) => {
    const known = await tx
      .selectFrom('chat_digest')
      .select('sent_at')
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    await tx
      .insertInto('chat_digest')
      .values({ user_id, sent_at })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sent_at }))
      .execute()
    return known?.sent_at ?? 0
  })
}
