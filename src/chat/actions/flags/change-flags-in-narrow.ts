import { FETCH_MAX_MESSAGES } from '../../limits.ts'
import { anchorId, type AnchorInput, readAnchor } from '../../narrow/anchor.ts'
import { resolveNarrow } from '../../narrow/resolve.ts'
import type { Term } from '../../narrow/term.ts'
import { type Window, windowAt } from '../../narrow/window.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'
import { changeFlags, type FlagChange } from './change-flags.ts'

/** A change of one personal flag of the messages around an anchor. */
export interface NarrowFlagChange extends Omit<FlagChange, 'messageIds'> {
  terms: readonly Term[]
  anchor: AnchorInput
  window: Window
}

/** What came of it, and where to go on. */
export interface NarrowFlagsChanged {
  processed_count: number
  updated_count: number
  first_processed_id: number | null
  last_processed_id: number | null
  found_oldest: boolean
  found_newest: boolean
  ignored_because_not_subscribed_channels: number[]
}

/** Adds or removes a flag of messages of a narrow, of as many at once as one fetch may have. */
export async function changeFlagsInNarrow(
  chat: Chat,
  actor: Actor,
  { terms, anchor, window, op, flag }: NarrowFlagChange,
): Promise<NarrowFlagsChanged> {
  const db = reader(chat)
  const viewer = await loadMember(db, actor, chat.now().getTime())
  const narrow = await resolveNarrow({ chat, db, viewer }, terms)
  const at = await anchorId(chat, db, narrow, readAnchor(anchor))
  const { ids, found_oldest, found_newest } = await windowAt(chat, db, narrow, at, clamped(window))
  const changed = await changeFlags(chat, actor, { messageIds: ids, op, flag })
  return {
    processed_count: ids.length,
    updated_count: changed.messages.length,
    first_processed_id: ids[0] ?? null,
    last_processed_id: ids.at(-1) ?? null,
    found_oldest,
    found_newest,
    ignored_because_not_subscribed_channels: changed.ignored_because_not_subscribed_channels,
  }
}

/** A window that is too wide loses messages on its far sides: the caller goes on from there. */
function clamped(window: Window): Window {
  const max = FETCH_MAX_MESSAGES
  const numBefore = Math.min(window.numBefore, max - Math.min(window.numAfter, max / 2))
  return { ...window, numBefore, numAfter: Math.min(window.numAfter, max - numBefore) }
}
