import { visibility } from './hiding/hidden.ts'
import type { Attributes } from './tokens/attributes.ts'

/** What an element shows of another address, as an element that says no more than that. */
export interface Embed {
  name: 'iframe' | 'video' | 'audio' | 'img'
  attributes: Attributes
}

/** Elements that show something of another address, and what they are else: scripts make pictures and players of some. */
const KINDS: ReadonlyMap<string, Embed['name']> = new Map([
  ['iframe', 'iframe'],
  ['video', 'video'],
  ['audio', 'audio'],
  ['object', 'img'],
  ['embed', 'img'],
  ['amp-img', 'img'],
  ['amp-anim', 'img'],
  ['amp-iframe', 'iframe'],
  ['amp-video', 'video'],
  ['amp-audio', 'audio'],
])
/** Elements that scripts turn into the player of a service, and the address of what it plays. */
const PLAYERS: ReadonlyMap<string, (id: string) => string> = new Map([
  ['lite-youtube', (id) => `https://www.youtube.com/watch?v=${id}`],
  ['amp-youtube', (id) => `https://www.youtube.com/watch?v=${id}`],
  ['lite-vimeo', (id) => `https://vimeo.com/${id}`],
  ['amp-vimeo', (id) => `https://vimeo.com/${id}`],
])
const MEDIA_ID = /^[\w-]{3,20}$/
/** Scripts that write what they are named after in their own place: code of a service for sharing some. */
const WRITERS =
  /^(?:https?:)?(\/\/(?:gist\.github\.com\/[\w./-]{1,100}|gitlab\.com\/[\w./-]{1,200}\/?snippets\/\d+|asciinema\.org\/a\/\w+))\.js(?:\?file=([\w.%-]{1,100}))?$/i
const PICTURE_TYPE = /^\s*image\//i
const PICTURE_ADDRESS = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i
/** Frames of this size count readers. */
const BEACON_MAX_PIXELS = 2

/** Whether an element with this name may show something of another address, at little cost. */
export function mayEmbed(name: string): boolean {
  return KINDS.has(name) || PLAYERS.has(name) || name === 'script'
}

/** What an element shows of another address; undefined for others, and for frames that nobody sees. */
export function embedOf(name: string, attributes: Attributes): Embed | undefined {
  if (name === 'script') return writtenBy(attributes['src'] ?? '')
  if (visibility(attributes) !== 'visible') return undefined
  const player = PLAYERS.get(name)
  if (player) {
    const id = attributes['videoid'] ?? attributes['data-videoid'] ?? ''
    const title = attributes['playlabel'] ?? attributes['title'] ?? ''
    return MEDIA_ID.test(id) ? frame({ src: player(id), title }) : undefined
  }
  const kind = KINDS.get(name)
  if (kind === undefined) return undefined
  if (name === 'object' || name === 'embed') return drawnBy(attributes)
  const isBeacon = [attributes['width'], attributes['height']].some(
    (size) =>
      size !== undefined &&
      /^\d+(?:px)?$/.test(size) &&
      Number.parseInt(size, 10) <= BEACON_MAX_PIXELS,
  )
  return isBeacon && kind !== 'img' ? undefined : { name: kind, attributes }
}

function frame(attributes: Attributes): Embed {
  return { name: 'iframe', attributes }
}

/** The picture that an object shows; undefined for objects of any other kind. */
function drawnBy(attributes: Attributes): Embed | undefined {
  const { data, src = data, type = '', title, 'aria-label': label = title } = attributes
  if (src === undefined || src.trim() === '') return undefined
  if (!PICTURE_TYPE.test(type) && (type !== '' || !PICTURE_ADDRESS.test(src))) return undefined
  const { width, height } = attributes
  return {
    name: 'img',
    attributes: {
      src,
      alt: label ?? '',
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
    },
  }
}

/** The page of what a script writes in its place. */
function writtenBy(address: string): Embed | undefined {
  const [, page, file] = WRITERS.exec(address.trim()) ?? []
  if (page === undefined) return undefined
  return frame({ src: `https:${page}`, title: file ?? '' })
}

/** What stands in the place of an element that a script fills with what a pen or the like draws. */
export function penOf({ 'data-slug-hash': pen, 'data-user': user, title }: Attributes): Embed {
  return frame({ src: `https://codepen.io/${user ?? 'anon'}/pen/${pen ?? ''}`, title: title ?? '' })
}

const BACKGROUND = /background(?:-image)?\s*:[^;]*?url\(\s*(["']?)([^"')]+)\1\s*\)/i

/** The picture that the background of an element is, where the element says that it is one. */
export function backgroundOf({
  role,
  style,
  'aria-label': alt = '',
}: Attributes): Embed | undefined {
  if (role !== 'img' || style === undefined) return undefined
  const src = BACKGROUND.exec(style)?.[2]
  return src === undefined ? undefined : { name: 'img', attributes: { src, alt } }
}
