import { OperationError } from '../../contract/errors.ts'
import { cleanLine, countChars } from '../../lib/text.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Directory } from '../kernel/types.ts'
import { TOPIC_MAX_CHARS } from '../limits.ts'
import { namedTopic, topicKey } from '../topics/topic.ts'
import type { WrittenConversation } from './inputs.ts'

/** Signs `>` at which the name of a channel may end, looked at from the left. */
const SPLITS_MAX_COUNT = 5

/**
 * Reads a place whose channel is written with its topic, as texts for models show it: `#channel > topic`. Throws
 * `invalid_input` where the topic is too long or another one is named besides.
 */
export async function readPlace(
  directory: Directory,
  place: WrittenConversation,
): Promise<WrittenConversation> {
  const { channel, topic } = place
  if (!channel?.includes('>')) return place
  const written = withoutSigns(channel, '#')
  const names = new Set((await directory.channels()).map(({ name }) => foldName(name)))
  if (names.has(foldName(written))) return place
  const splits = splitsOf(written)
  const [name, inName] = splits.find(([left]) => names.has(foldName(left))) ?? splits[0] ?? []
  if (name === undefined || inName === undefined) return place
  if (inName === '') return { ...place, channel: name }
  requireTopic(inName)
  if (topic !== undefined && topicKey(namedTopic(topic)) !== topicKey(namedTopic(inName))) {
    throw badRequest('The channel is written with one topic, and topic names another.')
  }
  return { ...place, channel: name, topic: inName }
}

function splitsOf(written: string): (readonly [channel: string, topic: string])[] {
  const splits: (readonly [string, string])[] = []
  let at = written.indexOf('>')
  while (at !== -1 && splits.length < SPLITS_MAX_COUNT) {
    splits.push([written.slice(0, at).trim(), written.slice(at + 1).trim()])
    at = written.indexOf('>', at + 1)
  }
  return splits
}

/** Routes cut a topic that is too long, of which a model would never learn. */
function requireTopic(topic: string): void {
  const chars = countChars(topic)
  if (chars <= TOPIC_MAX_CHARS) return
  throw new OperationError(
    'invalid_input',
    `The topic is too long (limit: ${TOPIC_MAX_CHARS} characters): it has ${chars}.`,
    { hint: 'Name a shorter topic.' },
  )
}

/** A name as it is compared: without what nobody sees, and alike in large and small letters. */
export function foldName(name: string): string {
  return cleanLine(name).normalize('NFC').toLowerCase()
}

/**
 * A name without the signs with which messages refer to it: `@Name`, `@**Name**`, `@_**Name**`, `@*group*`, `#channel`,
 * `#**channel**`.
 */
export function withoutSigns(named: string, sign: '@' | '#'): string {
  const trimmed = named.trim()
  const bare = trimmed.startsWith(sign) ? trimmed.slice(1) : trimmed
  const [, , inStars] = /^_?(\*\*?)(.+)\1$/s.exec(bare) ?? []
  return (inStars ?? bare).trim()
}
