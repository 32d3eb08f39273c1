/** A JSON-RPC message, as far as tests look into it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into messages of many shapes.
export type Message = Record<string, any>

/** The messages of events that have come whole. */
export function messagesIn(events: string): Message[] {
  return [...events.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as Message)
}

/**
 * Each message of an event stream, as it comes.
 *
 * @yields each.
 */
export async function* streamedMessages({ body }: Response): AsyncGenerator<Message> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    const end = text.lastIndexOf('\n\n')
    if (end === -1) continue
    yield* messagesIn(text.slice(0, end))
    text = text.slice(end + 2)
  }
}
