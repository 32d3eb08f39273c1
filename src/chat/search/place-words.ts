/** Where a message is. */
export interface WordPlace {
  channel_id: number | null
  topic_key: string
  conversation_id: number | null
}

/** The word that stands in the index for a channel. */
export function channelWord(channelId: number): string {
  return `c${channelId}`
}

/** The word that stands in the index for a topic. */
export function topicWord(channelId: number, topicKey: string): string {
  return `t${hashOf(`${channelId} ${topicKey}`).toString(36)}`
}

/** FNV-1a in 32 bits: of two topics that share it, the filter of the narrow leaves one out. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  }
  return hash >>> 0
}

/** The word that stands in the index for a direct conversation. */
export function conversationWord(conversationId: number): string {
  return `d${conversationId}`
}

/** The words that stand for the place of a message: found with them, it is found there only. */
export function placeWords({ channel_id, topic_key, conversation_id }: WordPlace): string[] {
  if (channel_id !== null) return [channelWord(channel_id), topicWord(channel_id, topic_key)]
  return conversation_id === null ? [] : [conversationWord(conversation_id)]
}
