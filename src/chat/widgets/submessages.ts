import { type Selectable, sql } from 'kysely'
import type { ChatSubmessageTable } from '../../store/tables/chat-record-tables.ts'
import { prepareQuery } from '../kernel/prepared-query.ts'
import type { Reader, Tx } from '../kernel/rows.ts'
import { databaseKindOf, sqlInJsonList } from '../kernel/sql-in-list.ts'
import type { Widget } from './read-widget.ts'

/** Something done with the widget of a message, as clients see it: they compute its state from all of them in order. */
export type Submessage = Selectable<ChatSubmessageTable>

/** What was done with the widgets of messages, in order, by message id. */
export async function loadSubmessages(
  db: Reader,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, Submessage[]>> {
  const rows = await selectSubmessages(db, { ids: JSON.stringify(messageIds) })
  return Map.groupBy(rows, ({ message_id }) => message_id)
}

const selectSubmessages = prepareQuery<{ ids: string }, Submessage>(
  (db, parameter) =>
    db
      .selectFrom('chat_submessage')
      .select(['id', 'message_id', 'sender_id', 'msg_type', 'content'])
      .where(sqlInJsonList(databaseKindOf(db), sql.ref('message_id'), parameter('ids')))
      .orderBy('id')
      .compile(),
  'texts',
)

/** Stores a submessage, which gets its id by that. */
export async function storeSubmessage(tx: Tx, row: Omit<Submessage, 'id'>): Promise<Submessage> {
  const { id } = await tx
    .insertInto('chat_submessage')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...row }
}

/** Stores the widget of a new message, from which all begins. */
export async function storeWidget(
  tx: Tx,
  message: { id: number; sender_id: number },
  widget: Widget,
): Promise<Submessage> {
  return storeSubmessage(tx, {
    message_id: message.id,
    sender_id: message.sender_id,
    msg_type: 'widget',
    content: JSON.stringify(widget),
  })
}

/** The kind of widget that a message is; undefined where it is none. */
export function widgetTypeOf([first]: readonly Submessage[]): string | undefined {
  if (first?.msg_type !== 'widget') return undefined
  return (JSON.parse(first.content) as Widget).widget_type
}
