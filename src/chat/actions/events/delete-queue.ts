import { ownQueue } from '../../events/own-queue.ts'
import { forgetPlace } from '../../events/places.ts'
import type { Actor, Chat } from '../../port.ts'
import { writeChat } from '../../write.ts'
import { endOpenPoll } from './fetch-events.ts'

/** Removes a queue of the caller. Throws `BAD_EVENT_QUEUE_ID` for one that is gone or somebody else's. */
export async function deleteQueue(chat: Chat, actor: Actor, queueId: string): Promise<void> {
  await ownQueue(chat, actor, queueId)
  endOpenPoll(queueId)
  forgetPlace(chat, queueId)
  await writeChat(chat, async ({ tx }) => {
    await tx.deleteFrom('chat_sent').where('queue_id', '=', queueId).execute()
    await tx.deleteFrom('chat_queue').where('id', '=', queueId).execute()
  })
}
