import { loadMember } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { requireContent } from '../messages/send/send-message.ts'
import { loadOrganizationSettings } from '../organization/organization-settings.ts'
import { renderMessage } from './render-message.ts'
import { requireRenderingShare } from './rendering-share.ts'

/** Returns the HTML that a message of the actor with this content would have. Sends and mentions nothing. */
export async function render(chat: Chat, actor: Actor, content: string): Promise<string> {
  if (content.trim() === '') return ''
  requireRenderingShare(chat, actor.user)
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const settings = await loadOrganizationSettings(chat, db)
  const options = { author: { chat, member }, settings }
  const { html } = await renderMessage(db, requireContent(content), options)
  return html
}
