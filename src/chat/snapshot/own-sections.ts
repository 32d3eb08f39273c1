import { alertWordsOf } from '../own/alert-word-record.ts'
import { draftRecords } from '../own/draft-record.ts'
import { mutedUsersOf } from '../own/muted-user-record.ts'
import { scheduledRecords } from '../own/scheduled-record.ts'
import { snippetRecords } from '../own/snippet-record.ts'
import { viewRecords } from '../own/view-record.ts'
import type { Reader } from '../port.ts'
import { deviceRecords } from '../push/devices.ts'
import type { SnapshotSection } from './section.ts'

/** A part of the snapshot that is a list of the viewer's own; empty without an account. */
function own(
  kind: string,
  list: (db: Reader, userId: number) => Promise<readonly unknown[]>,
): SnapshotSection {
  return {
    kinds: [kind],
    load: async ({ db, viewer: { user } }) => ({ [kind]: user ? await list(db, user.id) : [] }),
  }
}

/** Programs of the viewer that registered themselves. */
const devices: SnapshotSection = {
  kinds: ['device'],
  load: async ({ db, viewer: { user } }) => ({
    devices: user ? await deviceRecords(db, user.id) : {},
  }),
}

/** What the viewer keeps for himself. */
export const ownSections: readonly SnapshotSection[] = [
  devices,
  own('alert_words', alertWordsOf),
  own('drafts', draftRecords),
  own('muted_users', mutedUsersOf),
  own('navigation_views', viewRecords),
  own('saved_snippets', snippetRecords),
  own('scheduled_messages', scheduledRecords),
]
