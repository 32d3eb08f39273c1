import { alertWordsOf } from './alert-words.ts'
import { draftRecords } from './draft-record.ts'
import { mutedUsersOf } from './muted-users.ts'
import { scheduledRecords } from './scheduled-record.ts'
import { snippetRecords } from './snippet-record.ts'
import { viewRecords } from './view-record.ts'
import type { Reader } from '../kernel/rows.ts'
import { deviceRecords } from '../notifications/devices.ts'
import type { SnapshotSection } from '../events/snapshot-section.ts'

/** A part of the snapshot that is a personal list of the requester; empty without an account. */
function own(
  kind: string,
  list: (db: Reader, userId: number) => Promise<readonly unknown[]>,
): SnapshotSection {
  return {
    kinds: [kind],
    load: async ({ db, requester: { user } }) => ({ [kind]: user ? await list(db, user.id) : [] }),
  }
}

/** Programs of the requester that registered themselves. */
const devices: SnapshotSection = {
  kinds: ['device'],
  load: async ({ db, requester: { user } }) => ({
    devices: user ? await deviceRecords(db, user.id) : {},
  }),
}

/** The requester's personal data. */
export const ownSections: readonly SnapshotSection[] = [
  devices,
  own('alert_words', alertWordsOf),
  own('drafts', draftRecords),
  own('muted_users', mutedUsersOf),
  own('navigation_views', viewRecords),
  own('saved_snippets', snippetRecords),
  own('scheduled_messages', scheduledRecords),
]
