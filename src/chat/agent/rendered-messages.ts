import { z } from 'zod'
import { type LazyList, readAll } from '../../lib/lazy-list.ts'
import { sanitize } from '../rendering/sanitize.ts'

const listedMessages = z.object({ messages: z.array(z.object({ id: z.int() })) })

const rendered = z.object({ id: z.int(), content: z.string() })

/**
 * Returns the HTML of messages that a model was given as Markdown, by id, for people. `fetch` calls the route. The HTML of another
 * server is cleaned like that of this one.
 */
export async function renderedMessages(
  output: Readonly<Record<string, unknown>>,
  fetch: (input: object) => Promise<Record<string, unknown>>,
): Promise<{ html: Record<string, string> }> {
  const ids = listedMessages.parse(output).messages.map(({ id }) => id)
  if (ids.length === 0) return { html: {} }
  const { messages } = await fetch({ message_ids: ids, apply_markdown: true })
  const list = await readAll(messages as unknown[] | LazyList<unknown>)
  const known = list.map((message) => rendered.parse(message))
  return { html: Object.fromEntries(known.map(({ id, content }) => [id, sanitize(content)])) }
}
