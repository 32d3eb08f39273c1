import { channelExamples } from './channels.ts'
import { eventExamples } from './events.ts'
import type { AgentExamples } from './example.ts'
import { fileExamples } from './files.ts'
import { messageExamples } from './messages.ts'
import { organizationExamples } from './organization.ts'
import { ownExamples } from './own.ts'
import { peopleExamples } from './people.ts'

/** One example of every chat tool. A new operation adds its own to the file of its subject. */
export const examples: AgentExamples = {
  ...messageExamples,
  ...channelExamples,
  ...peopleExamples,
  ...organizationExamples,
  ...ownExamples,
  ...eventExamples,
  ...fileExamples,
}
