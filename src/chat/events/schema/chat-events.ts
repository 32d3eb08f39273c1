import { z } from 'zod'
import { channelEvents } from './channels.ts'
import { defineFittedEvent } from './define.ts'
import { groupEvents } from './groups.ts'
import { messageEvents } from './messages.ts'
import { organizationEvents } from './organization.ts'
import { personalEvents } from './personal.ts'
import { presenceEvents } from './presence.ts'
import { userEvents } from './users.ts'

/** Events that belong to the queue itself. */
const queueEvents = [
  defineFittedEvent(
    { since: 0, sent: 'Nothing has happened for a minute.' },
    { stored: [], clientForms: [z.strictObject({ type: z.literal('heartbeat') })] },
  ),
] as const

/** Every kind of event, by subject. */
export const eventsBySubject = {
  messages: messageEvents,
  channels: channelEvents,
  users: userEvents,
  groups: groupEvents,
  presence: presenceEvents,
  organization: organizationEvents,
  personal: personalEvents,
  queue: queueEvents,
} as const

type Kind = (typeof eventsBySubject)[keyof typeof eventsBySubject][number]
type StoredForm = Kind['stored'][number]
type ClientForm = Kind['clientForms'][number]

const kinds: readonly Kind[] = Object.values(eventsBySubject).flat()

/** Every event in the form in which it is emitted and kept in the log; unknown fields are refused. */
export const chatEventSchema = z.union(kinds.flatMap(({ stored }): readonly StoredForm[] => stored))

/** Every event in the forms in which clients read it; unknown fields are refused. */
export const clientEventSchema = z.union(
  kinds.flatMap(({ clientForms }): readonly ClientForm[] => clientForms).map(withId),
)

function withId(form: ClientForm): z.ZodType<z.output<ClientForm> & { id: number }> {
  return (form as z.ZodObject).extend({ id: z.int() }) as never
}
