import { expect, vi } from 'vitest'
import type { OpenChatServer } from '../../src/remote/chat/server.ts'
import { startQueue } from './odd-chat-queue.ts'
import { openAt, type Route, startOddChatServer } from './odd-chat-server.ts'

/** Channels of the server: `general` (1) is the account's, `open` (2) is public, `secret` (3) is known only. */
const NAMES: Readonly<Record<number, string>> = { 1: 'general', 2: 'open', 3: 'secret' }

/** A server whose queue and channels a test changes, and what is heard of it. */
export async function startWatched(routes: Record<string, Route> = {}) {
  const queue = startQueue()
  const access = { subscribed: [1], readable: [1, 2] }
  const messages = new Map<number, object>()
  const odd = await startOddChatServer({
    ...queue.routes,
    'GET /streams': ({ fields }) => {
      const isMine = fields['include_subscribed'] === 'true'
      const isNamed = fields['include_public'] !== 'false'
      const ids = isNamed ? [1, 2, 3] : isMine ? access.subscribed : access.readable
      return { streams: ids.map((id) => ({ stream_id: id, name: NAMES[id] })) }
    },
    'GET /messages': ({ fields }) => {
      const ids = JSON.parse(fields['message_ids'] ?? '') as number[]
      return { messages: ids.flatMap((id) => messages.get(id) ?? []) }
    },
    ...routes,
  })
  const opened = openAt(odd.url)
  return {
    queue,
    access,
    messages,
    odd,
    opened,
    async [Symbol.asyncDispose]() {
      await opened.close()
      await odd[Symbol.asyncDispose]()
    },
  }
}

type WatchedServer = Awaited<ReturnType<typeof startWatched>>

/** Counts notices of an address; `stop` ends them. */
export async function listen(opened: OpenChatServer, uri: string) {
  const heard = vi.fn<() => void>()
  return { heard, stop: await opened.watch(uri, heard) }
}

/** Waits until all that the server has said is told: presence, which it says after that, is. */
export async function settled({ opened, queue }: WatchedServer): Promise<void> {
  const { heard, stop } = await listen(opened, 'chat://presence')
  queue.add({ type: 'presence' })
  await vi.waitFor(() => expect(heard).toHaveBeenCalled())
  stop()
}

/** A message of somebody in a topic of `general`, as an event. */
export const inTopic = (subject: string, fields: object = {}) => ({
  type: 'message',
  flags: [],
  message: { id: 5, sender_id: 8, stream_id: 1, display_recipient: 'general', subject, ...fields },
})

/** A direct message between users, as an event. */
export const between = (...ids: number[]) => ({
  type: 'message',
  flags: [],
  message: { id: 6, sender_id: 8, display_recipient: ids.map((id) => ({ id })), subject: '' },
})
