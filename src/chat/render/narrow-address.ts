/** The part of a client's address that shows a channel. */
export function channelAddress({ id, name }: { id: number; name: string }): string {
  return `/#narrow/channel/${id}-${encodeHash(name.replaceAll(' ', '-'))}`
}

/** The part of a client's address that shows a topic, where it ends if `lastId` is known. */
export function topicAddress(
  channel: { id: number; name: string },
  topic: string,
  lastId?: number,
): string {
  const base = `${channelAddress(channel)}/topic/${encodeHash(topic)}`
  if (lastId === undefined) return base
  return topic === '' ? `${base}with/${lastId}` : `${base}/with/${lastId}`
}

/** The part of a client's address that shows a message in its topic. */
export function messageAddress(
  channel: { id: number; name: string },
  topic: string,
  messageId: number,
): string {
  return `${topicAddress(channel, topic)}/near/${messageId}`
}

/** Percent-encoding with dots for percent signs, which stand for themselves in a fragment. */
function encodeHash(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.')
}
