import type { Chore } from '../chores/port.ts'
import type { Chat } from './port.ts'
import { PUSH_CHORE } from './push/names.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

/** What a server of the team chat does by itself; nothing of it is loaded before it is due. */
export function chatChores(open: () => Promise<Chat>): readonly Chore[] {
  return [
    {
      name: 'chat retention',
      intervalMs: HOUR_MS,
      async run(signal) {
        const { expireMessages } = await import('./actions/messages/expire.ts')
        const chat = await open()
        const count = await expireMessages(chat, signal)
        if (count > 0) chat.log.info({ count }, 'messages were kept long enough and deleted')
      },
    },
    {
      name: 'chat uploads',
      intervalMs: HOUR_MS,
      async run() {
        const { sweepFiles } = await import('./files/sweep.ts')
        await sweepFiles(await open())
      },
    },
    {
      name: 'chat search',
      intervalMs: HOUR_MS,
      async run(signal) {
        const { indexWords } = await import('./messages/index-words.ts')
        const chat = await open()
        const count = await indexWords(chat, signal)
        if (count > 0) chat.log.info({ count }, 'messages of before were made findable')
      },
    },
    {
      name: PUSH_CHORE,
      intervalMs: SECOND_MS,
      async run(signal) {
        const { pushLoop } = await import('./push/push-loop.ts')
        return pushLoop(await open(), signal)
      },
    },
  ]
}
