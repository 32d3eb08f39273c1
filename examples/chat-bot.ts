/**
 * A chat bot by plain HTTP: whoever mentions it with an address, or writes to it directly, gets a preview of the
 * page, which the same Bellhop makes.
 *
 *     npm start -- serve
 *     npm start --silent -- chat user bot porter@localhost Porter owner@localhost      prints an API key
 *     BOT_KEY=<that key> npx node examples/chat-bot.ts http://127.0.0.1:8402 porter@localhost general
 */
import { type Message, listen, openSession } from './chat-api.ts'

const [server = 'http://127.0.0.1:8402', email = 'porter@localhost', channel = 'general'] =
  process.argv.slice(2)
const session = openSession(server, email, process.env['BOT_KEY'] ?? '')
const me = await session.get<{ user_id: number; full_name: string }>('/users/me')
// A bot hears of the channels that it is in.
await session.post('/users/me/subscriptions', { subscriptions: [{ name: channel }] })
const messages = await listen(session)
console.log(`${me.full_name} listens at ${server}`)

for await (const message of messages) {
  const isForMe = message.type === 'private' || message.flags?.includes('mentioned')
  if (isForMe && message.sender_id !== me.user_id)
    await reply(message, await answer(message.content))
}

/** Writes where the message was written: to its topic, or to all who are in the conversation. */
async function reply(
  { type, stream_id, display_recipient, subject }: Message,
  content: string,
): Promise<void> {
  const place =
    typeof display_recipient === 'string'
      ? { type, to: stream_id, topic: subject }
      : { type, to: display_recipient.map(({ id }) => id) }
  await session.post('/messages', { ...place, content })
}

async function answer(text: string): Promise<string> {
  const [url] = /https?:\/\/[^\s)>]+/.exec(text) ?? []
  if (url === undefined) return 'Send me an address, and I tell you what is there.'
  const response = await fetch(`${server}/unfurl`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  const { title, description, error } = (await response.json()) as Preview
  if (error) return `I cannot read that: ${error.message}`
  return (
    [title, description]
      .map((part) => plain(part ?? ''))
      .filter(Boolean)
      .join(': ') || 'It says nothing of itself.'
  )
}

interface Preview {
  title?: string | null
  description?: string | null
  error?: { message: string }
}

/** What strangers wrote must not mention or format anything. */
function plain(text: string): string {
  return text
    .replaceAll(/[@#*_~`$:<>[\]\\|]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
