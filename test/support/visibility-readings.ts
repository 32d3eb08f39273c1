import { ok, type Person } from './chat-world.ts'
import type { VisibilityModel } from './visibility-model.ts'

/** A word that is nowhere else. */
export const WORD = /wq[0-9a-z]+x/g

const AROUND = { anchor: 'newest', num_before: 500, num_after: 0 }

/** Reads everything a person can request; returns what was wrongly visible or wrongly missing. */
export async function readAll(model: VisibilityModel, person: Person): Promise<string[]> {
  const { id, user } = person
  const faults: string[] = []
  const allowed = model.wordsOf(id)
  const read = (name: string, answer: unknown, words = allowed) => {
    for (const word of new Set(JSON.stringify(answer).match(WORD))) {
      if (!words.has(word)) faults.push(`${user.full_name} reads ${word} by ${name}`)
    }
  }
  const snapshot = await person.register({ include_subscribers: 'true' })
  const { user_topics, muted_topics, ...rest } = snapshot
  read('register', rest)
  // Topics named by the user outlive their messages.
  read('policies', [user_topics, muted_topics], model.known.get(id))
  read('streams', await person.get('/streams', { include_all: true, exclude_archived: false }))
  read('subscriptions', await person.get('/users/me/subscriptions'))
  read('personal', await person.get('/messages', AROUND))
  read('conversations', await person.get('/conversations', { limit: 200 }))
  for (const channel of model.channels) {
    const narrow = [['channel', String(channel.id)]]
    const history = await person.get('/messages', { ...AROUND, narrow })
    read('history', history)
    read('topics', await person.get(`/users/me/${channel.id}/topics`))
    const listed = await person.get('/conversations', { stream_id: channel.id, limit: 200 })
    read('conversations of a channel', listed)
    if (!model.canRead(id, channel)) continue
    const [held, newest] = [ok(listed)['conversations'], newestByTopic(ok(history)['messages'])]
    if (JSON.stringify(topicsIn(held)) !== JSON.stringify(newest)) {
      faults.push(`${user.full_name}: topics ${JSON.stringify([topicsIn(held), newest])}`)
    }
    const expected = model.messages.filter((one) => one.channel === channel && model.reads(id, one))
    const found = new Set((ok(history)['messages'] as { id: number }[]).map((one) => one.id))
    for (const one of expected) {
      if (!found.has(one.id)) faults.push(`${user.full_name} misses message ${one.id}`)
    }
  }
  for (const message of model.messages) {
    const isHis = model.reads(id, message)
    const [one, history, receipts] = [
      await person.get(`/messages/${message.id}`),
      await person.get(`/messages/${message.id}/history`),
      await person.get(`/messages/${message.id}/read_receipts`),
    ]
    for (const answer of [one, history, receipts]) {
      if ((answer.result === 'success') !== isHis) {
        faults.push(`${user.full_name}, message ${message.id}: ${JSON.stringify(answer)}`)
      }
    }
    const word = [...message.words].at(-1) ?? ''
    const narrow = [['search', word]]
    read('search', ((await person.get('/messages', { ...AROUND, narrow }))['messages'] ?? []) as [])
  }
  return faults
}

/** Each topic of a history with its newest message and who wrote last, the latest first. */
function newestByTopic(messages: readonly { id: number; subject: string; sender_id: number }[]) {
  const topics = Map.groupBy(messages.toReversed(), ({ subject }) => subject.toLowerCase())
  return [...topics].map(([topic, [last]]) => [topic, last?.id, last?.sender_id])
}

function topicsIn(
  listed: readonly { topic: string; max_message_id: number; sender_ids: readonly number[] }[],
) {
  return listed.map(({ topic, max_message_id, sender_ids }) => [
    topic.toLowerCase(),
    max_message_id,
    sender_ids[0],
  ])
}
