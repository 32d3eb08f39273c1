import { loadCustoms } from '../../organization/customs.ts'
import type { Actor, Chat } from '../../port.ts'
import { renderMessage } from '../../render/render-message.ts'
import { loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'
import { checkContent } from './send.ts'

/** The HTML that a message of the actor with this content would have. Sends and mentions nothing. */
export async function render(chat: Chat, actor: Actor, content: string): Promise<string> {
  if (content.trim() === '') return ''
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const customs = await loadCustoms(chat, db)
  const options = { author: { chat, member }, customs }
  const { html } = await renderMessage(db, checkContent(content), options)
  return html
}
