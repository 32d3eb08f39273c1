import type { Migration } from '../migrate.ts'
import { createAccounts } from './baseline/chat-accounts.ts'
import { createChannels } from './baseline/chat-channels.ts'
import { countDirectoryChanges } from './baseline/chat-directory.ts'
import { createEvents } from './baseline/chat-events.ts'
import { createFiles } from './baseline/chat-files.ts'
import { createMessages } from './baseline/chat-messages.ts'
import { createOrganization } from './baseline/chat-organization.ts'
import { createOwnRecords } from './baseline/chat-own-records.ts'
import { createUsers } from './baseline/chat-people.ts'
import { createPushes } from './baseline/chat-pushes.ts'
import { createPayments } from './baseline/payments.ts'
import { createSettings } from './baseline/settings.ts'

/** The store of release 0.1.0, with what every chat has from its first start on. */
export const baseline: Migration = {
  name: 'baseline',
  async up(db, kind) {
    await createSettings(db)
    await createPayments(db)
    await createUsers(db, kind)
    await createOrganization(db, kind)
    await createChannels(db, kind)
    await createMessages(db, kind)
    await createFiles(db, kind)
    await createEvents(db, kind)
    await createOwnRecords(db, kind)
    await createAccounts(db)
    await createPushes(db, kind)
    await countDirectoryChanges(db, kind)
  },
}
