import type { Probe } from '../chat-access/probe.ts'
import { channelExamples, channelProbes } from './channels.ts'
import { eventExamples, eventProbes } from './events.ts'
import type { AgentExamples } from './example.ts'
import { fileExamples, fileProbes } from './files.ts'
import { groupExamples, groupProbes } from './groups.ts'
import { invitationExamples, invitationProbes } from './invitations.ts'
import { messageExamples, messageProbes } from './messages.ts'
import { organizationExamples, organizationProbes } from './organization.ts'
import { ownExamples, ownProbes } from './own.ts'
import { peopleExamples, peopleProbes } from './people.ts'
import { programExamples, programProbes } from './programs.ts'

/** One example of every chat tool. A new operation adds its own to the file of its subject. */
export const examples: AgentExamples = {
  ...messageExamples,
  ...channelExamples,
  ...peopleExamples,
  ...programExamples,
  ...groupExamples,
  ...organizationExamples,
  ...ownExamples,
  ...eventExamples,
  ...fileExamples,
  ...invitationExamples,
}

/** Who may do what, by every operation. A new one adds its own beside its example. */
export const PROBES: readonly Probe[] = [
  ...messageProbes,
  ...channelProbes,
  ...peopleProbes,
  ...programProbes,
  ...groupProbes,
  ...organizationProbes,
  ...ownProbes,
  ...eventProbes,
  ...fileProbes,
  ...invitationProbes,
]
