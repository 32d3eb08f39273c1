import { FIRST_RELEASE, type Migration } from '../migrate.ts'
import { createCalls } from './baseline/calls.ts'
import { createAccounts } from './baseline/chat-accounts.ts'
import { createBots } from './baseline/chat-bots.ts'
import { createChannels } from './baseline/chat-channels.ts'
import { countDirectoryChanges } from './baseline/chat-directory.ts'
import { createEvents } from './baseline/chat-events.ts'
import { createFiles } from './baseline/chat-files.ts'
import { createMessages } from './baseline/chat-messages.ts'
import { createMoving } from './baseline/chat-moving.ts'
import { createNotifications } from './baseline/chat-notifications.ts'
import { createOrganization } from './baseline/chat-organization.ts'
import { createOwnRecords } from './baseline/chat-own-records.ts'
import { createUsers } from './baseline/chat-people.ts'
import { createOAuth } from './baseline/oauth.ts'
import { createPayments } from './baseline/payments.ts'
import { createServers } from './baseline/servers.ts'

/** The store of release 0.1.0, with what every chat has from its first start on. */
export const baseline: Migration = {
  name: FIRST_RELEASE,
  async up(db, kind) {
    await createServers(db)
    await createPayments(db, kind)
    await createCalls(db, kind)
    await createUsers(db, kind)
    await createOrganization(db, kind)
    await createChannels(db, kind)
    await createMessages(db, kind)
    await createFiles(db, kind)
    await createEvents(db, kind)
    await createOwnRecords(db, kind)
    await createAccounts(db, kind)
    await createBots(db, kind)
    await createNotifications(db, kind)
    await createMoving(db, kind)
    await createOAuth(db)
    await countDirectoryChanges(db, kind)
  },
}
