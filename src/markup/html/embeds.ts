import { visibility } from './hiding/hidden.ts'
import type { Attributes } from './tokens/attributes.ts'

/** Elements that show something of another address. */
const FRAMES = new Set(['iframe', 'video', 'audio'])
/** Elements that scripts turn into the player of a service, and the address of what it plays. */
const PLAYERS: Readonly<Record<string, (id: string) => string>> = {
  'lite-youtube': (id) => `https://www.youtube.com/watch?v=${id}`,
  'lite-vimeo': (id) => `https://vimeo.com/${id}`,
}
const VIDEO_ID = /^[\w-]{3,20}$/
/** Frames of this size count readers. */
const BEACON_MAX_PIXELS = 2

/** Whether an element with this name may show something of another address. */
export function isFrame(name: string): boolean {
  return FRAMES.has(name)
}

/**
 * What an element shows of another address, as the attributes of a frame; undefined for others, and for frames that
 * nobody sees.
 */
export function embedOf(name: string, attributes: Attributes): Attributes | undefined {
  const player = Object.hasOwn(PLAYERS, name) ? PLAYERS[name] : undefined
  if (player) {
    const id = attributes['videoid'] ?? ''
    const title = attributes['playlabel'] ?? attributes['title'] ?? ''
    return VIDEO_ID.test(id) ? { src: player(id), title } : undefined
  }
  if (!FRAMES.has(name) || visibility(attributes) !== 'visible') return undefined
  const isBeacon = [attributes['width'], attributes['height']].some(
    (size) =>
      size !== undefined &&
      /^\d+(?:px)?$/.test(size) &&
      Number.parseInt(size, 10) <= BEACON_MAX_PIXELS,
  )
  return isBeacon ? undefined : attributes
}
