import type { Selectable } from 'kysely'
import { KNOWN_WEIGHT } from '../../contract/principal.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { cleanLine } from '../../lib/text.ts'
import type { ChatLinkPreviewTable } from '../../store/tables/chat-record-tables.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Message, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import {
  LINK_DESCRIPTION_MAX_CHARS,
  LINK_PREVIEW_TIMEOUT_MS,
  LINK_TITLE_MAX_CHARS,
} from '../limits.ts'
import { loadAudiencesOf } from '../messages/edit/change-content.ts'
import { countMessageSpace } from '../messages/message-space.ts'
import { loadOrganizationSettings } from '../organization/organization-settings.ts'
import { loadRealm } from '../organization/store-realm.ts'
import { type RenderedMessage, renderMessage } from '../rendering/render-message.ts'
import { findById } from '../users/find-users.ts'
import type { DescribeLink, LinkCard } from './port.ts'

/** Messages whose links are read at once. */
const BATCH_MAX_COUNT = 4

/** Time to the next run where no message is queued; queueing one begins a run. */
const REST_MS = HOUR_MS

/** Shows what is behind the links of the messages that wait for it, until none does or the signal aborts. For one process at a time. */
export async function showPreviews(chat: Chat, signal: AbortSignal): Promise<{ nextInMs: number }> {
  const { describeLink } = chat
  if (!describeLink) return { nextInMs: REST_MS }
  while (!signal.aborted) {
    const waiting = await reader(chat)
      .selectFrom('chat_link_preview')
      .selectAll()
      .orderBy('id')
      .limit(BATCH_MAX_COUNT)
      .execute()
    if (waiting.length === 0) break
    await Promise.all(waiting.map(async (one) => showOne(chat, describeLink, one, signal)))
  }
  return { nextInMs: REST_MS }
}

async function showOne(
  chat: Chat,
  describeLink: DescribeLink,
  waiting: Selectable<ChatLinkPreviewTable>,
  signal: AbortSignal,
): Promise<void> {
  let preview: Preview | undefined
  try {
    preview = await render(chat, describeLink, waiting.message_id, signal)
  } catch (error) {
    if (signal.aborted) return
    const message = waiting.message_id
    chat.log.info({ err: error, message }, 'the links of a message are not shown')
  }
  if (signal.aborted) return
  await writeChat(chat, async (unit) => {
    const { tx, emit } = unit
    await tx.deleteFrom('chat_link_preview').where('id', '=', waiting.id).execute()
    if (!preview) return
    const { message, sender, html } = preview
    const { numUpdatedRows } = await tx
      .updateTable('chat_message')
      .set({ rendered: html })
      .where('id', '=', message.id)
      // It may have been edited or deleted meanwhile.
      .where('content', '=', message.content)
      .where('rendered', '=', message.rendered)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const added = html.slice(message.rendered.length)
    await countMessageSpace(chat, unit, sender, { content: '', rendered: { html: added } })
    const payload = {
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: message.id,
      message_ids: [message.id],
      edit_timestamp: Math.floor(chat.now().getTime() / 1_000),
      ...(message.channel_id === null ? {} : { stream_id: message.channel_id }),
      content: message.content,
      rendered_content: html,
    } as const
    for (const to of await loadAudiencesOf(tx, message)) emit({ payload, to })
  })
}

/** A message, and its HTML with what is behind its links. */
interface Preview {
  message: Message
  sender: User
  html: string
}

async function render(
  chat: Chat,
  describeLink: DescribeLink,
  messageId: number,
  signal: AbortSignal,
): Promise<Preview | undefined> {
  const db = reader(chat)
  const message = await db
    .selectFrom('chat_message')
    .selectAll()
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!message) return undefined
  const sender = await findById(db, message.sender_id)
  if (!sender?.is_active || !(await loadRealm(db)).inline_url_embed_preview) return undefined
  const member = await loadMember(db, { user: sender, client: '' }, chat.now().getTime())
  const settings = await loadOrganizationSettings(chat, db)
  const options = { author: { chat, member }, settings }
  const { links } = await renderMessage(db, message.content, options)
  const cards = await readCards(chat, describeLink, { links, sender, signal })
  if (cards.size === 0) return undefined
  const { html } = await renderMessage(db, message.content, { ...options, cards })
  return { message, sender, html }
}

async function readCards(
  chat: Chat,
  describeLink: DescribeLink,
  { links, sender, signal }: Pick<RenderedMessage, 'links'> & { sender: User; signal: AbortSignal },
): Promise<ReadonlyMap<string, LinkCard>> {
  const cards = new Map<string, LinkCard>()
  // Whoever sends a link must not reach by it what is open to the operator only.
  const principal = {
    id: `chat user ${sender.id}`,
    weight: KNOWN_WEIGHT,
    reachesAllowedHosts: false,
  }
  await Promise.all(
    links.map(async (url) => {
      try {
        const card = await describeLink(url, {
          signal: AbortSignal.any([signal, AbortSignal.timeout(LINK_PREVIEW_TIMEOUT_MS)]),
          principal,
        })
        const title = cleanLine(card?.title ?? '', LINK_TITLE_MAX_CHARS)
        const description = cleanLine(card?.description ?? '', LINK_DESCRIPTION_MAX_CHARS)
        if (title !== '') cards.set(url, { title, description })
      } catch (error) {
        chat.log.debug({ err: error }, 'what is behind a link was not read')
      }
    }),
  )
  return cards
}
