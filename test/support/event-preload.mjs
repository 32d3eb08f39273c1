// Preloaded into a process of ours: notes the chat events that it emits and shows, a line for each unit of
// work or poll, to be judged at the end of the run.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(process.env['CHAT_EVENT_NOTES'], `${process.pid}.jsonl`)

for (const as of ['emitted', 'shown']) {
  subscribe(`bellhop:chat-events-${as}`, (events) => {
    appendFileSync(file, `${JSON.stringify({ as, events })}\n`)
  })
}
