import { sql } from 'kysely'
import type { StoreKind } from '../../../store/port.ts'
import type { User } from '../../kernel/rows.ts'
import {
  type Hit,
  type MaybeLarge,
  type HitReading,
  smallColumns,
} from '../../narrow/find-messages.ts'
import type { Scope } from '../../narrow/scope.ts'
import type { Submessage } from '../../widgets/submessages.ts'
import { groupReactions, type Reaction } from '../emoji/reactions.ts'
import {
  isReceivedByOne,
  readStateJoins,
  stateColumns,
  stateOf,
  type StateRow,
} from '../read-state.ts'
import type { Belongings } from './load-messages.ts'

/** A message that was found, without a text that is large, and all that belongs to it. */
export interface HitMessage extends Hit, MaybeLarge, StateRow {
  reactions: Reaction[] | null
  submessages: Submessage[] | null
}

/** Reads messages, and the records with them, in the query that finds them: one way to the server and back instead of two. */
export function readingMessages(
  kind: StoreKind,
  user: User,
  scope: Pick<Scope, 'kind'>,
  texts: 'both' | 'content' | 'rendered',
  eachMaxBytes: number,
): HitReading<HitMessage> {
  const received = scope.kind === 'personal' ? sql<boolean>`true` : isReceivedByOne(kind, user.id)
  const among = sql`message_id = any(array(select id from hit))`
  return (hits) => sql<HitMessage>`with hit as materialized (${hits})
    select hit.*, ${smallColumns(texts, eachMaxBytes)}, ${stateColumns(user, received)},
      reaction.list as reactions, submessage.list as submessages
    from hit join chat_message m on m.id = hit.id ${readStateJoins(user.id)}
      left join (select message_id, json_agg(c order by c.id) as list
        from chat_reaction c where ${among} group by message_id) reaction
        on reaction.message_id = m.id
      left join (select message_id, json_agg(c order by c.id) as list
        from chat_submessage c where ${among} group by message_id) submessage
        on submessage.message_id = m.id`
}

/** What belongs to messages that were read so. */
export async function belongingsOf(rows: readonly HitMessage[]): Promise<Belongings> {
  return {
    reactions: await groupReactions(rows.flatMap(({ reactions }) => reactions ?? [])),
    submessages: new Map(
      rows.flatMap(({ id, submessages }) => (submessages ? [[id, submessages] as const] : [])),
    ),
    states: new Map(rows.map((row) => [row.id, stateOf(row)])),
  }
}
