import { call } from '../../lib/api.ts'
import type { Message } from '../../lib/types.ts'
import { userName } from '../../store/names.ts'
import { addressOf, placeOfMessage } from '../../store/views.ts'
import { append, replyTo } from '../draft.ts'
import { fenceFor, markdownOfNode } from './markdown-of.ts'

/** Writes to the conversation of a message, with what is selected of it above, or all that it says. */
export async function quote(message: Message): Promise<void> {
  const words = findSelected(message.id) ?? (await loadWords(message.id))
  const fence = fenceFor(words)
  const link = `@_**${userName(message.sender_id)}|${message.sender_id}** [said](${addressOf(message)}):`
  replyTo(message)
  append(
    { to: placeOfMessage(message), choosesTopic: false },
    `${link}\n${fence}quote\n${words}\n${fence}\n`,
  )
}

/** The selected words of a message; nothing where none of them, or others as well, are selected. */
function findSelected(id: number): string | undefined {
  const selection = getSelection()
  const body = document.querySelector(`#m${id} .body`)
  if (!selection || selection.isCollapsed || !body) return undefined
  const range = selection.getRangeAt(0)
  if (!body.contains(range.commonAncestorContainer)) return undefined
  return markdownOfNode(range.cloneContents()) || undefined
}

async function loadWords(id: number): Promise<string> {
  const { message } = await call<{ message: { content: string } }>('GET', `messages/${id}`, {
    apply_markdown: false,
  })
  return message.content
}
