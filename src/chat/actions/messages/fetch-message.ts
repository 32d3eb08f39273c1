import { messageById } from '../../messages/access.ts'
import { loadMessages } from '../../messages/load-messages.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadViewer } from '../../viewer.ts'
import { reader } from '../../write.ts'

/** One message as the caller sees it, and its Markdown. Throws for one that may not be read. */
export async function fetchMessage(
  chat: Chat,
  actor: Actor | undefined,
  messageId: number,
  form: Parameters<typeof loadMessages>[4],
) {
  const db = reader(chat)
  const viewer = await loadViewer(db, actor, chat.now().getTime())
  const { message: row } = await messageById(db, viewer, messageId)
  const [message] = await loadMessages(chat, db, viewer, [row], {
    ...form,
    clientExtavatar: form.clientExtavatar && viewer.user !== undefined,
  })
  return { message: { id: row.id, ...message }, raw_content: row.content }
}
