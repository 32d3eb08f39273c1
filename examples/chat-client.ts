import { stdin, stdout } from 'node:process'
/**
 * A chat client for the terminal, by plain HTTP: signs in, shows the last messages of a topic, sends what is
 * typed, and shows what others write. End it with Ctrl-D.
 *
 *     npm start -- serve
 *     npm start --silent -- chat user add ada@example.com Ada
 *     npm start --silent -- chat user password ada@example.com                         asks for a password
 *     npx node examples/chat-client.ts http://127.0.0.1:8402 ada@example.com general plans
 */
import { createInterface } from 'node:readline/promises'
import { type Message, listen, signIn } from './chat-api.ts'

const [server = 'http://127.0.0.1:8402', email = '', channel = 'general', topic = 'plans'] =
  process.argv.slice(2)
const lines = createInterface({ input: stdin })[Symbol.asyncIterator]()

stdout.write('Password (it is shown as you type): ')
const { value: password = '' } = await lines.next()
const session = await signIn(server, email, password)
const me = await session.get<{ user_id: number; full_name: string }>('/users/me')
console.log(`Signed in as ${me.full_name}.`)

// Before the last messages are asked for, so that none falls between.
const incoming = await listen(session)
const lastId = await showLast()
void showIncoming()
for await (const content of lines) {
  if (content.trim() !== '') {
    await session.post('/messages', { type: 'channel', to: channel, topic, content })
  }
}
process.exit()

async function showLast(): Promise<number> {
  const { messages } = await session.get<{ messages: Message[] }>('/messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    apply_markdown: false,
    narrow: [
      { operator: 'channel', operand: channel },
      { operator: 'topic', operand: topic },
    ],
  })
  for (const message of messages) show(message)
  return messages.at(-1)?.id ?? 0
}

async function showIncoming(): Promise<void> {
  for await (const message of incoming) {
    const isHere = message.display_recipient === channel && message.subject === topic
    if (isHere && message.id > lastId && message.sender_id !== me.user_id) show(message)
  }
}

function show({ sender_full_name, content }: Message): void {
  // A terminal obeys control characters, also those of strangers.
  console.log(`${sender_full_name}: ${content}`.replaceAll(/\p{Cc}/gu, ' '))
}
