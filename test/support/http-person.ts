import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './bellhop.ts'

/** How long a question is waited for. */
const QUESTION_MAX_MS = 30_000

/** Somebody who uses the chat by plain HTTP, and is not counted. */
export class Person {
  readonly #url: string
  readonly #authorization: string

  constructor(url: string, { email, key }: Account) {
    this.#url = url
    this.#authorization = `Basic ${btoa(`${email}:${key}`)}`
  }

  /** Writes to a topic; returns the id of the message. */
  async say(channel: string, topic: string, content: string): Promise<number> {
    return this.#send({ type: 'channel', to: channel, topic, content })
  }

  /** Writes to one user; returns the id of the message. */
  async whisper(userId: number, content: string): Promise<number> {
    return this.#send({ type: 'direct', to: `[${userId}]`, content })
  }

  /** Id of the user of a name. */
  async idOf(name: string): Promise<number> {
    const { members } = (await this.#ask('GET', '/users', {})) as unknown as {
      members: { user_id: number; full_name: string }[]
    }
    const found = members.find(({ full_name }) => full_name === name)
    if (!found) throw new Error(`There is no ${name}.`)
    return found.user_id
  }

  /** Calls a route of the chat. */
  async call(method: 'GET' | 'POST' | 'DELETE', path: string, fields: Record<string, string> = {}) {
    return this.#ask(method, path, fields)
  }

  async #send(message: Record<string, string>): Promise<number> {
    return Number((await this.#ask('POST', '/messages', message))['id'])
  }

  /** Uploads a file; returns its link. */
  async upload(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> {
    const form = new FormData()
    form.append('file', new Blob([bytes], { type }), name)
    return String((await this.#ask('POST', '/user_uploads', form))['url'])
  }

  /** Marks a message with an emoji. */
  async react(messageId: number, emoji: string): Promise<void> {
    await this.#ask('POST', `/messages/${messageId}/reactions`, { emoji_name: emoji })
  }

  /** The messages of a topic, oldest first, as Markdown. */
  async messagesOf(channel: string, topic: string): Promise<{ id: number; content: string }[]> {
    const narrow = JSON.stringify([
      { operator: 'channel', operand: channel },
      { operator: 'topic', operand: topic },
    ])
    const query = { anchor: 'newest', num_before: '100', num_after: '0', apply_markdown: 'false' }
    const answer = await this.#ask('GET', '/messages', { ...query, narrow })
    return answer['messages'] as { id: number; content: string }[]
  }

  /** Ids of those who are in a channel. */
  async subscribersOf(channel: string): Promise<number[]> {
    const { stream_id: id } = await this.#ask('GET', '/get_stream_id', { stream: channel })
    return (await this.#ask('GET', `/streams/${String(id)}/members`, {}))['subscribers'] as number[]
  }

  /**
   * Replies to the next message of others in a topic, or to them directly where none is named, some time after it came. Returns once
   * they listen; `done` is when they have answered.
   */
  async willAnswer(
    topic: string | undefined,
    afterMs: number,
    content: string,
  ): Promise<{ done: Promise<void> }> {
    const queue = await this.#ask('POST', '/register', { event_types: '["message"]' })
    const answerNext = async (): Promise<void> => {
      const message = await this.#nextIn(queue, topic)
      await sleep(afterMs)
      if (topic === undefined) await this.whisper(message.sender_id, content)
      else await this.say(String(message.display_recipient), topic, content)
      await this.#ask('DELETE', '/events', { queue_id: String(queue['queue_id']) })
    }
    return { done: answerNext() }
  }

  async #nextIn(queue: Record<string, unknown>, topic: string | undefined): Promise<Message> {
    const endMs = performance.now() + QUESTION_MAX_MS
    let last = Number(queue['last_event_id'])
    while (performance.now() < endMs) {
      const { events } = (await this.#ask('GET', '/events', {
        queue_id: String(queue['queue_id']),
        last_event_id: String(last),
      })) as unknown as { events: { id: number; type: string; message?: Message }[] }
      for (const { id, message } of events) {
        last = Math.max(last, id)
        if (message && message.sender_full_name !== 'Owner' && isIn(message, topic)) return message
      }
    }
    throw new Error('Nobody asked.')
  }

  async #ask(
    method: string,
    path: string,
    fields: Record<string, string> | FormData,
  ): Promise<Record<string, unknown>> {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
    const query = method === 'GET' && body instanceof URLSearchParams ? `?${body.toString()}` : ''
    const response = await fetch(`${this.#url}/api/v1${path}${query}`, {
      method,
      headers: { authorization: this.#authorization },
      ...(method === 'GET' ? {} : { body }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (answer['result'] !== 'success') throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
}

interface Message {
  type: string
  sender_id: number
  sender_full_name: string
  display_recipient: unknown
  subject: string
}

function isIn({ type, subject }: Message, topic: string | undefined): boolean {
  return topic === undefined ? type === 'private' : type === 'stream' && subject === topic
}
