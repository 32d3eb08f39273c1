import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { serveBellhop } from './bellhop.ts'
import type { SmallCalls, SmallCallsMade } from './small-caller.ts'

/** 10 KB that would render to 563 KB. */
const BOMB = '$$\\sqrt2$$ '.repeat(900)

/** Heap of the server. */
const HEAP_MB = 512

/** An answer as it came. */
interface Answer {
  status: number
  bytes: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes.
  body: Record<string, any>
}

/** What became of messages, edits and scheduled messages that render large. */
export interface LargeAnswers {
  /** The newest messages, and those before them. */
  newest: Answer
  older: Answer
  byIds: Answer
  /** Where one edit was refused, its refusal. */
  refusedEdit: Answer | undefined
  history: Answer
  refusedSchedule: Answer | undefined
  scheduled: Answer
  snapshot: Answer
  messageIds: number[]
  edits: number
  schedules: number
  /** Small calls of somebody else while large answers were read. */
  others: SmallCallsMade
}

/** Fills a server that has a heap of 512 MB with texts that render large, as often as given, and reads them all. */
export async function readLargeAnswers(count: {
  messages: number
  edits: number
  scheduled: number
}): Promise<LargeAnswers> {
  await using server = await serveBellhop(['--chat-rate-limits', 'off', '--toolsets', 'chat'], {
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  })
  const { email, key } = server.owner()
  const authorization = `Basic ${btoa(`${email}:${key}`)}`
  const ask = async (method: string, path: string, fields: object = {}): Promise<Answer> => {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) {
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    const isGet = method === 'GET'
    const response = await fetch(
      `${server.url}/api/v1${path}${isGet ? `?${form.toString()}` : ''}`,
      {
        method,
        headers: { authorization },
        ...(isGet ? {} : { body: form }),
      },
    )
    const text = await response.text()
    return { status: response.status, bytes: text.length, body: JSON.parse(text) as Answer['body'] }
  }
  /** Repeats a call until it is refused; returns how often it went well. */
  const repeat = async (times: number, call: (n: number) => Promise<Answer>) => {
    for (let done = 0; done < times; done += 1) {
      const answer = await call(done)
      if (answer.status !== 200) return { done, refused: answer }
    }
    return { done: times, refused: undefined }
  }

  const sent = { type: 'channel', to: 'general', topic: 't', content: BOMB }
  const messageIds: number[] = []
  await repeat(count.messages, async () => {
    const answer = await ask('POST', '/messages', sent)
    messageIds.push(Number(answer.body['id']))
    return answer
  })
  const edited = (await ask('POST', '/messages', { ...sent, topic: 'edited' })).body['id']
  const edits = await repeat(count.edits, async (n) =>
    ask('PATCH', `/messages/${edited}`, { content: `${BOMB}${n}` }),
  )
  const channel = await ask('GET', '/get_stream_id', { stream: 'general' })
  const schedules = await repeat(count.scheduled, async (n) =>
    ask('POST', '/scheduled_messages', {
      ...sent,
      to: channel.body['stream_id'] as number,
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1_000) + 100_000 + n,
    }),
  )

  // In a thread of its own: this one is busy with reading large answers.
  const other = new Worker(new URL('small-caller.ts', import.meta.url), {
    workerData: { url: `${server.url}/api/v1/users/me`, authorization } satisfies SmallCalls,
  })
  const narrow = [{ operator: 'topic', operand: 't' }]
  const window = { num_before: count.messages, num_after: 0, narrow }
  const read = async () => {
    const newest = await ask('GET', '/messages', { ...window, anchor: 'newest' })
    const oldestId = newest.body['messages'][0].id as number
    return {
      newest,
      older: await ask('GET', '/messages', { ...window, anchor: oldestId, include_anchor: false }),
      byIds: await ask('GET', '/messages', { message_ids: messageIds }),
      refusedEdit: edits.refused,
      history: await ask('GET', `/messages/${edited}/history`),
      refusedSchedule: schedules.refused,
      scheduled: await ask('GET', '/scheduled_messages'),
      snapshot: await ask('POST', '/register'),
      messageIds,
      edits: edits.done,
      schedules: schedules.done,
    }
  }
  const answers = await read()
  const made = once(other, 'message')
  other.postMessage('enough')
  const [others] = (await made) as [SmallCallsMade]
  return { ...answers, others }
}
