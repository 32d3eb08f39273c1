import type { Migration } from './migrate.ts'
import { agentSessions } from './migrations/agent-sessions.ts'
import { answeredQuestions } from './migrations/answered-questions.ts'
import { baseline } from './migrations/baseline.ts'
import { blocksOfWords } from './migrations/blocks-of-words.ts'
import { digests } from './migrations/digests.ts'
import { endedRights } from './migrations/ended-rights.ts'
import { exportProgress } from './migrations/export-progress.ts'
import { exports } from './migrations/exports.ts'
import { foldersAndReminders } from './migrations/folders-and-reminders.ts'
import { instanceFiles } from './migrations/instance-files.ts'
import { instances } from './migrations/instances.ts'
import { invitations } from './migrations/invitations.ts'
import { keyPlans } from './migrations/key-plans.ts'
import { keySpending } from './migrations/key-spending.ts'
import { keyUsage } from './migrations/key-usage.ts'
import { linkPreviews } from './migrations/link-previews.ts'
import { loggedCalls } from './migrations/logged-calls.ts'
import { missedMail } from './migrations/missed-mail.ts'
import { moving } from './migrations/moving.ts'
import { mutedUsers } from './migrations/muted-users.ts'
import { oauthNetworks } from './migrations/oauth-networks.ts'
import { outgoingWebhooks } from './migrations/outgoing-webhooks.ts'
import { paymentKeys } from './migrations/payment-keys.ts'
import { permits } from './migrations/permits.ts'
import { pictures } from './migrations/pictures.ts'
import { sessionClients } from './migrations/session-clients.ts'
import { signInWithOAuth } from './migrations/sign-in-with-oauth.ts'
import { tasks } from './migrations/tasks.ts'
import { uploadPieces } from './migrations/upload-pieces.ts'
import { uploadSpace } from './migrations/upload-space.ts'
import { usageByMessages } from './migrations/usage-by-messages.ts'
import { widgets } from './migrations/widgets.ts'

/** Every migration in order: append only, and never change one that was released. */
export const migrations: readonly Migration[] = [
  baseline,
  uploadSpace,
  agentSessions,
  usageByMessages,
  tasks,
  invitations,
  sessionClients,
  paymentKeys,
  moving,
  widgets,
  foldersAndReminders,
  outgoingWebhooks,
  missedMail,
  signInWithOAuth,
  pictures,
  exports,
  keyUsage,
  instances,
  digests,
  permits,
  answeredQuestions,
  uploadPieces,
  instanceFiles,
  linkPreviews,
  loggedCalls,
  exportProgress,
  keySpending,
  mutedUsers,
  keyPlans,
  blocksOfWords,
  oauthNetworks,
  endedRights,
]
