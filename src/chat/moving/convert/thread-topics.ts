import { firstChars } from '../../../lib/text.ts'
import { topicKey } from '../../topics/topic.ts'

/** Words of a first message that name its thread. */
const NAME_MAX_CHARS = 40

/** The thread of a message. */
export interface SourceThread {
  /** Tells it apart from the others of its place. */
  key: string
  /** When it began, in milliseconds. */
  atMs: number
  /** Whether the message begins it. */
  isFirst: boolean
}

/** Names threads by their days and first words, each by a name of its own; what is in no thread has one topic. */
export class ThreadTopics {
  readonly #standing: string
  readonly #topics = new Map<string, string>()
  /** Names that are taken, each with the number that a further thread of that name gets first. */
  readonly #taken = new Map<string, number>()

  constructor(standing: string) {
    this.#standing = standing
  }

  topicOf(place: string, thread: SourceThread | undefined, content: string): string {
    if (!thread) return this.#standing
    const key = `${place} ${thread.key}`
    const known = this.#topics.get(key)
    if (known !== undefined) return known
    const day = new Date(thread.atMs)
    const date = Number.isNaN(day.getTime()) ? '' : `${day.toISOString().slice(0, 10)} `
    const words = thread.isFirst ? firstChars(plainWords(content), NAME_MAX_CHARS).trim() : ''
    const topic = this.#free(place, `${date}${words === '' ? 'thread' : words}`)
    this.#topics.set(key, topic)
    return topic
  }

  #free(place: string, name: string): string {
    const keyOf = (topic: string) => `${place} ${topicKey(topic)}`
    for (let number = this.#taken.get(keyOf(name)) ?? 1; ; number += 1) {
      const topic = number === 1 ? name : `${name} (${number})`
      if (number > 1 && this.#taken.has(keyOf(topic))) continue
      this.#taken.set(keyOf(topic), 2)
      this.#taken.set(keyOf(name), number + 1)
      return topic
    }
  }
}

/** A text without its markup: a topic shows none. */
function plainWords(content: string): string {
  return content
    .replaceAll(/\[([^\]\n]{0,200})\]\([^)\n]{0,2000}\)/g, '$1')
    .replaceAll(/\|\d{1,12}(?=\*\*)/g, '')
    .replaceAll(/[*~`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
