import { z } from 'zod'
import { withoutTotalOf } from '../../../src/chat/agent/as-lines.ts'
import { countLine, limitField } from '../../../src/chat/agent/inputs.ts'
import { toPresenceWord } from '../../../src/chat/agent/presence.ts'
import { presenceResource } from '../../../src/chat/agent/resources.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** The fields used of a presence in the older form. */
const lastReport = z.object({
  aggregated: z.object({
    status: z.enum(['active', 'idle']),
    timestamp: z.int(),
  }),
})

const agentPresence = z.object({
  email: z.string(),
  presence: z.enum(['active', 'idle', 'away']),
  since: z.string(),
})

function personLine({ email, presence, since }: z.infer<typeof agentPresence>): string {
  return `${email} ${presence}, last ${since}`
}

/** Operation `get_presence` (chat spec 4.3): when everybody was last there, by API e-mail. */
export const getPresence = defineChatOperation({
  name: 'get_presence',
  title: 'Get presence of all users',
  description: 'Get when every user was last there, by API e-mail.',
  http: { method: 'GET', path: '/realm/presence', isSpecified: true },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({}),
  output: z.object({
    server_timestamp: z.number(),
    presences: z.record(z.string(), z.unknown()),
  }),
  async run({ chat, actor }) {
    const { listPresence } = await import('../../../src/chat/presence/show-presence.ts')
    return listPresence(chat, actor)
  },
  agent: {
    description: 'Tell who was in the chat lately, and when.',
    input: () => ({ limit: limitField() }),
    output: z.object({ people: z.array(agentPresence), total: z.int() }),
    resources: [presenceResource],
    lines: { people: personLine },
    unsaid: withoutTotalOf('people'),
    text: ({ people, total }) =>
      [countLine(people.length, total, 'people', false), ...people.map(personLine)].join('\n'),
    async run({ input }, list) {
      const { presences, server_timestamp: now } = await list({})
      const people = Object.entries(presences)
        .map(([email, presence]) => ({ email, ...lastReport.parse(presence).aggregated }))
        .toSorted((one, other) => other.timestamp - one.timestamp)
      const listed = people.slice(0, input.limit).map(({ email, status, timestamp }) => ({
        email,
        presence: toPresenceWord(status, now - timestamp),
        since: new Date(timestamp * 1_000).toISOString(),
      }))
      return { people: listed, total: people.length }
    },
  },
})
