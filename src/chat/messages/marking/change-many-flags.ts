import { loadMember } from '../../kernel/requester.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import { FETCH_MAX_MESSAGES } from '../../limits.ts'
import { findAnchorId, type AnchorInput, readAnchor } from '../../narrow/anchor.ts'
import { hitsOnly } from '../../narrow/find-messages.ts'
import { resolveNarrow } from '../../narrow/resolve.ts'
import type { Term } from '../../narrow/term.ts'
import { type Window, loadWindow } from '../../narrow/window.ts'
import { changeFlags, type FlagChange } from './change-flags.ts'

/** A change of one personal flag of the messages around an anchor. */
export interface NarrowFlagChange extends Omit<FlagChange, 'messageIds'> {
  terms: readonly Term[]
  anchor: AnchorInput
  window: Window
}

/** The result, and where to continue. */
export interface NarrowFlagsChanged {
  processed_count: number
  updated_count: number
  first_processed_id: number | null
  last_processed_id: number | null
  found_oldest: boolean
  found_newest: boolean
  ignored_because_not_subscribed_channels: number[]
}

/** Messages that one unit of work changes, so that other writes do not wait long. */
const UNIT_MAX_MESSAGES = 1_000

/** Adds or removes a flag on messages of a narrow, at most as many as one fetch may return. */
export async function changeFlagsInNarrow(
  chat: Chat,
  actor: Actor,
  { terms, anchor, window, op, flag }: NarrowFlagChange,
): Promise<NarrowFlagsChanged> {
  const db = reader(chat)
  const requester = await loadMember(db, actor, chat.now().getTime())
  const narrow = await resolveNarrow({ chat, db, requester }, terms)
  const at = await findAnchorId(chat, db, narrow, readAnchor(anchor))
  const { rows, found_oldest, found_newest } = await loadWindow(
    chat,
    db,
    narrow,
    at,
    clamped(window),
    hitsOnly,
  )
  const ids = rows.map(({ id }) => id)
  let updated = 0
  const ignored = new Set<number>()
  for (let start = 0; start < ids.length || start === 0; start += UNIT_MAX_MESSAGES) {
    const messageIds = ids.slice(start, start + UNIT_MAX_MESSAGES)
    const changed = await changeFlags(chat, actor, { messageIds, op, flag })
    updated += changed.messages.length
    for (const id of changed.ignored_because_not_subscribed_channels) ignored.add(id)
  }
  return {
    processed_count: ids.length,
    updated_count: updated,
    first_processed_id: ids[0] ?? null,
    last_processed_id: ids.at(-1) ?? null,
    found_oldest,
    found_newest,
    ignored_because_not_subscribed_channels: [...ignored],
  }
}

/** A window that is too wide is cut at both ends: the caller continues from there. */
function clamped(window: Window): Window {
  const max = FETCH_MAX_MESSAGES
  const numBefore = Math.min(window.numBefore, max - Math.min(window.numAfter, max / 2))
  return { ...window, numBefore, numAfter: Math.min(window.numAfter, max - numBefore) }
}
