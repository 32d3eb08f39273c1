import type { SnapshotSection } from '../events/snapshot-section.ts'
import type { Reader } from '../kernel/rows.ts'
import { loadDeviceRecords } from '../notifications/devices.ts'
import { loadAlertWordsOf } from './alert-words.ts'
import { loadDraftRecords } from './draft-record.ts'
import { loadMutedUsersOf } from './muted-users.ts'
import { loadReminderRecords } from './reminder-record.ts'
import { loadScheduledRecords } from './scheduled-record.ts'
import { loadSnippetRecords } from './snippet-record.ts'
import { loadViewRecords } from './view-record.ts'

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
    devices: user ? await loadDeviceRecords(db, user.id) : {},
  }),
}

/** The requester's personal data. */
export const ownSections: readonly SnapshotSection[] = [
  devices,
  own('alert_words', loadAlertWordsOf),
  own('drafts', loadDraftRecords),
  own('muted_users', loadMutedUsersOf),
  own('navigation_views', loadViewRecords),
  own('reminders', loadReminderRecords),
  own('saved_snippets', loadSnippetRecords),
  own('scheduled_messages', loadScheduledRecords),
]
