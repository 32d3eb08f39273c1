/** A prompt of one message. */
export function promptMessages(...lines: readonly string[]) {
  const text = lines.join('\n')
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
