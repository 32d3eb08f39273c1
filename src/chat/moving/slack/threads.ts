import { firstChars } from '../../../lib/text.ts'
import { textIn } from '../import/values.ts'
import type { ExportRow } from '../rows.ts'
import type { Conversation } from './directory.ts'

/** Topic of what is in no thread. */
const NO_THREAD = 'imported from Slack'

/** Words of a first message that name its thread. */
const NAME_MAX_CHARS = 40

/**
 * The topic of a message: that of its thread, named by its day and first words; what is in no thread has a topic of its own.
 * `topics` remembers those of threads whose first message came already.
 */
export function topicOf(
  { folder }: Conversation,
  row: ExportRow,
  content: string,
  topics: Map<string, string>,
): string {
  const [at, thread] = [textIn(row, 'ts'), textIn(row, 'thread_ts')]
  const isThreaded = thread !== '' && (thread !== at || Number(row['reply_count'] ?? 1) > 0)
  if (!isThreaded) return NO_THREAD
  const key = `${folder} ${thread}`
  const known = topics.get(key)
  if (known !== undefined) return known
  const day = new Date(Number(thread) * 1_000)
  const date = Number.isNaN(day.getTime()) ? '' : `${day.toISOString().slice(0, 10)} `
  const words = thread === at ? firstChars(plainWords(content), NAME_MAX_CHARS).trim() : ''
  const topic = `${date}${words === '' ? 'thread' : words}`
  topics.set(key, topic)
  return topic
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
