import type { Migration } from './migrate.ts'
import { agentSessions } from './migrations/agent-sessions.ts'
import { baseline } from './migrations/baseline.ts'
import { invitations } from './migrations/invitations.ts'
import { missedMail } from './migrations/missed-mail.ts'
import { outgoingWebhooks } from './migrations/outgoing-webhooks.ts'
import { sessionClients } from './migrations/session-clients.ts'
import { tasks } from './migrations/tasks.ts'
import { uploadSpace } from './migrations/upload-space.ts'
import { usageByMessages } from './migrations/usage-by-messages.ts'

/** Every migration in order: append only, and never change one that was released. */
export const migrations: readonly Migration[] = [
  baseline,
  uploadSpace,
  agentSessions,
  usageByMessages,
  tasks,
  invitations,
  sessionClients,
  outgoingWebhooks,
  missedMail,
]
