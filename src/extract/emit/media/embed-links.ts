import type { Attributes } from '../../../markup/html/tokens/attributes.ts'
import { LATE_SOURCES } from '../../../markup/html/tokens/script-attributes.ts'
import type { ElementNode } from '../../../markup/html/tree/node.ts'
import { linkAddress } from './link-address.ts'

/** Something of another address that a page shows, as a link to it. */
export interface EmbedLink {
  href: string
  label: string
}

/** Hosts whose frames are no content: advertisements, counters, buttons, forms of consent. */
const NO_CONTENT =
  /(?:doubleclick|googlesyndication|googletagmanager|google-analytics|amazon-adsystem|adservice|adnxs|taboola|outbrain|recaptcha|hcaptcha|turnstile|disqus|addthis|sharethis|cookiebot|onetrust|consent|facebook\.com\/(?:plugins\/(?:like|page|share)|tr)|platform\.twitter\.com\/widgets|accounts\.google|gigya|chartbeat|mailchimp|hsforms)/i
/** Players that are content with or without a title, and what they play. */
const PLAYERS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/, 'YouTube video'],
  [/(?:^|\.)vimeo\.com$/, 'Vimeo video'],
  [
    /(?:^|\.)(?:dailymotion\.com|wistia\.(?:com|net)|ted\.com|loom\.com|streamable\.com|bilibili\.com|tiktok\.com|rumble\.com|brightcove\.(?:com|net)|jwplatform\.com|twitch\.tv)$/,
    'Video',
  ],
  [
    /(?:^|\.)(?:soundcloud\.com|spotify\.com|bandcamp\.com|podcasts\.apple\.com|simplecast\.com|buzzsprout\.com|megaphone\.fm|acast\.com|libsyn\.com|transistor\.fm|anchor\.fm)$/,
    'Audio',
  ],
  [
    /(?:^|\.)(?:codepen\.io|jsfiddle\.net|codesandbox\.io|stackblitz\.com|observablehq\.com|replit\.com|plnkr\.co|glitch\.com|jsbin\.com|gist\.github\.com|gitlab\.com|asciinema\.org)$/,
    'Code',
  ],
  [/(?:^|\.)(?:slideshare\.net|speakerdeck\.com)$/, 'Slides'],
  [
    /(?:^|\.)(?:datawrapper\.dwcdn\.net|flourish\.studio|public\.tableau\.com|infogram\.com|ourworldindata\.org)$/,
    'Chart',
  ],
  [/(?:^|\.)(?:openstreetmap\.org|google\.com|google\.\w{2,3})$/, 'Map'],
  [
    /(?:^|\.)(?:twitter\.com|x\.com|instagram\.com|bsky\.app|mastodon\.social|threads\.net|reddit\.com|figma\.com|archive\.org)$/,
    'Embedded post',
  ],
]
const TITLE_MAX_CHARS = 200
/** Titles that say no more than that there is a frame. */
const GENERIC =
  /^(?:i?frame|embed(?:ded)?(?: content)?|video(?: player)?|audio(?: player)?|player|content|untitled|youtube video player|vimeo video player|\d*)$/i

/** The link for a frame, a video or a sound; undefined for those that are no content. */
export function embedLink(
  { name, attributes }: ElementNode,
  baseUrl: string,
): EmbedLink | undefined {
  const address = linkAddress(sourceOf(attributes), baseUrl)
  if (!/^https?:/i.test(address) || NO_CONTENT.test(address)) return undefined
  const title = titleOf(attributes)
  if (name === 'video') return { href: address, label: title || 'Video' }
  if (name === 'audio') return { href: address, label: title || 'Audio' }
  const host = URL.parse(address)?.hostname ?? ''
  const played = PLAYERS.find(([hosts]) => hosts.test(host))?.[1]
  const isMap = played !== 'Map' || /\/maps?\b|export\/embed/.test(address)
  if ((played === undefined || !isMap) && title === '') return undefined
  if (/(?:^|\b)(?:ads?|advert\w*|sponsor\w*|3rd party)\b/i.test(title)) return undefined
  return { href: shownAddress(address, host), label: title || (played ?? host) }
}

function sourceOf(attributes: Attributes): string {
  const own = attributes['src'] ?? ''
  if (own !== '' && !/^(?:about|data|javascript|blob):/i.test(own.trim())) return own
  return LATE_SOURCES.map((name) => attributes[name]).find((value) => value !== undefined) ?? ''
}

function titleOf(attributes: Attributes): string {
  const stated = (attributes['title'] ?? attributes['aria-label'] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return GENERIC.test(stated) ? '' : stated.slice(0, TITLE_MAX_CHARS)
}

/** The page of what a frame plays, where the two addresses differ in a known way. */
function shownAddress(address: string, host: string): string {
  const youtube = /^https?:\/\/[^/]*youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/i.exec(
    address,
  )?.[1]
  if (youtube !== undefined && youtube !== 'videoseries')
    return `https://www.youtube.com/watch?v=${youtube}`
  const vimeo = /^https?:\/\/player\.vimeo\.com\/video\/(\d{3,15})/i.exec(address)?.[1]
  if (vimeo !== undefined) return `https://vimeo.com/${vimeo}`
  const post = /[?&]id=(\d{5,25})/.exec(address)?.[1]
  if (host === 'platform.twitter.com' && post !== undefined) return `https://x.com/i/status/${post}`
  return address
}
