import { z } from 'zod'
import { chatEventSchema, clientEventSchema } from '../../src/chat/events/schema/chat-events.ts'

/** Events that were emitted, or that were shown to a client, with where they were seen. */
export interface SeenEvents {
  as: 'emitted' | 'shown'
  events: readonly unknown[]
}

const SCHEMAS = { emitted: chatEventSchema, shown: clientEventSchema }

/** Faults of events by the union of all events; nothing where they are as they are described. */
export function faultsOf(seen: readonly SeenEvents[]): string[] {
  return seen.flatMap(({ as, events }) => events.flatMap((event) => faultOf(as, event)))
}

function faultOf(as: SeenEvents['as'], event: unknown): string[] {
  // Events are stored and sent as text: fields that are undefined are not in it.
  const sent = JSON.parse(JSON.stringify(event)) as { type?: unknown; op?: unknown }
  if (SCHEMAS[as].safeParse(sent).success) return []
  const forms: readonly z.ZodType[] = SCHEMAS[as].options
  const near = forms
    .map((form) => form.safeParse(sent).error)
    .filter((error) => error?.issues.every(({ path: [name] }) => name !== 'type' && name !== 'op'))
    .map((error) => error && z.prettifyError(error))
  const why = near.length > 0 ? near.join('\nor\n') : 'There is no such type and op.'
  return [`An event was ${as} that is not so described: ${JSON.stringify(sent)}\n${why}`]
}
