import { type RawBuilder, sql } from 'kysely'
import { type Narrow, requiredTest } from './clause.ts'
import { hasSql, IS_RESOLVED } from './conditions.ts'

type Fragment = RawBuilder<unknown>

/** An indexed term of a narrow, combined with a place. */
export interface IndexChoice {
  /** Conditions on `m` that make its messages those of the channel that a source names. */
  ofChannel(source: Fragment): Fragment
  /** Conditions on `m` that make its messages those of the conversation that a source names. */
  ofConversation(source: Fragment): Fragment
  /** The sender, if it names one: always a member of the conversation. */
  sender?: number
}

/** Key of the indexes over channels and conversations alike. */
const PLACE = sql`coalesce(m.channel_id, -m.conversation_id)`

/** The most selective term of a narrow that has an index by place. */
export function chooseIndex({ clauses }: Narrow): IndexChoice {
  const topic = requiredTest(clauses, 'in-topic')
  if (topic) return byChannel(sql`and m.topic_key = ${topic.key}`)
  const having = clauses
    .filter(({ negated }) => !negated)
    .flatMap(({ test }) => (test.is === 'having' ? [test.what] : []))
  // Links are common, the others are few.
  const rare = having.find((what) => what !== 'link')
  if (rare !== undefined) return byPlace(hasSql(rare))
  const sender = requiredTest(clauses, 'sent-by')
  if (sender) return { ...byPlace(sql`m.sender_id = ${sender.user}`), sender: sender.user }
  if (requiredTest(clauses, 'resolved')) return byChannel(sql`and ${IS_RESOLVED}`)
  return having.length > 0 ? byPlace(hasSql('link')) : byChannel(sql``)
}

function byChannel(also: Fragment): IndexChoice {
  return {
    ofChannel: (source) => sql`m.channel_id = ${source} ${also}`,
    ofConversation: (source) => sql`m.conversation_id = ${source}`,
  }
}

function byPlace(also: Fragment): IndexChoice {
  return {
    ofChannel: (source) => sql`${PLACE} = ${source} and ${also}`,
    ofConversation: (source) => sql`${PLACE} = -${source} and ${also}`,
  }
}
