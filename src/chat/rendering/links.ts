import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { escapeHtml } from '../../lib/escape-html.ts'
import type { ThumbnailFormat } from '../files/thumbnail-formats.ts'
import { LINK_PREVIEWS_MAX_COUNT, PREVIEWS_MAX_COUNT } from '../limits.ts'
import {
  completeAddress,
  isAllowedLink,
  mediaKind,
  relativeAddress,
  uploadPath,
} from './addresses.ts'
import { type Findings, type KnownPicture, renderingOf } from './context.ts'
import { showCard } from './link-card.ts'

/** Endings of files that are also those of countries and so on. */
const FILE_ENDING = /\.(?:md|py|rs|sh|pl|cc|so|ps|hs|ml|mm|pm|am|as|la|st|tt|zip)$/i

/** Adds what links need here: known schemes, short addresses of this server, previews of uploads and pages. */
export function addLinks(parser: MarkdownIt): void {
  const normalize = parser.normalizeLink.bind(parser)
  parser.normalizeLink = (address) => normalize(completeAddress(address))
  parser.normalizeLinkText = (address) => address
  parser.validateLink = isAllowedLink
  parser.linkify.set({ fuzzyLink: true })
  const match = parser.linkify.match.bind(parser.linkify)
  parser.linkify.match = (text) => {
    const found = match(text)?.filter((one) => !isFileName(one)) ?? null
    for (const one of found ?? []) leaveColon(one)
    return found
  }
  const matchAtStart = parser.linkify.matchAtStart.bind(parser.linkify)
  parser.linkify.matchAtStart = (text) => {
    const found = matchAtStart(text)
    if (found) leaveColon(found)
    return found
  }
  parser.core.ruler.after('linkify', 'links', finishLinks)
  parser.renderer.rules['preview'] = (tokens, index) => tokens[index]?.content ?? ''
}

/** An address with nothing but a colon behind it, after a server, a port and a path without one. */
const COLON_BEHIND = /^(?:[a-z]{2,10}:\/\/)?[^/:]+(?::\d{1,5})?(?:\/[^:]*)?(:+)$/i

/** A colon behind an address belongs to the sentence; between others, to the address. */
function leaveColon(link: { url: string; text: string; raw: string; lastIndex: number }): void {
  const colons = COLON_BEHIND.exec(link.text)?.[1]?.length ?? 0
  if (colons === 0) return
  link.text = link.text.slice(0, -colons)
  link.raw = link.raw.slice(0, -colons)
  link.url = link.url.slice(0, -colons)
  link.lastIndex -= colons
}

/** A file name such as `views.py` that is no URL. */
function isFileName({ schema, text }: { schema: string; text: string }): boolean {
  return schema === '' && FILE_ENDING.test(text)
}

function finishLinks(state: StateCore): void {
  const previewed = new Set<string>()
  const finished: Token[] = []
  let quotes = 0
  let previews: Token[] = []
  for (const block of state.tokens) {
    finished.push(block)
    if (block.type === 'blockquote_open') quotes += 1
    if (block.type === 'blockquote_close') quotes -= 1
    if (block.type === 'inline') {
      block.children = (block.children ?? []).flatMap((token) => finishImage(state, token))
      const { uploads, pages } = finishInline(state, block.children)
      previews =
        quotes > 0 ? [] : [...previewsOf(state, uploads, previewed), ...cardsOf(state, pages)]
    }
    // The preview of a link follows its paragraph.
    if (block.type === 'paragraph_close') finished.push(...previews.splice(0))
  }
  state.tokens = finished
}

/** An image of an upload is shown; of other images only a link, since loading them would reveal readers. */
function finishImage(state: StateCore, image: Token): Token[] {
  if (image.type !== 'image') return [image]
  const { context, findings } = renderingOf(state.env)
  const href = relativeAddress(String(image.attrGet('src')), context.realmUrl)
  const path = uploadPath(href)
  const kind = path === undefined ? undefined : mediaKind(path)
  if (path === undefined || kind === undefined || kind === 'video') {
    return [textToken(state, '!'), ...linkTokens(state, href, image.content)]
  }
  noteUpload(findings, path)
  if (kind === 'image') findings.hasImage = true
  const token = new state.Token('preview', '', 0)
  token.content = showUpload(
    kind,
    `/${path}`,
    image.content,
    context.references.picture(keyOf(path)),
  )
  return [token]
}

/** Finishes the links of one text in place. Returns the uploads that it links to, with their names, and the pages elsewhere. */
function finishInline(
  state: StateCore,
  tokens: Token[],
): { uploads: Map<string, string>; pages: Set<string> } {
  const { context, findings } = renderingOf(state.env)
  const uploads = new Map<string, string>()
  const pages = new Set<string>()
  for (let index = 0; index < tokens.length; index += 1) {
    const open = tokens[index]
    if (open?.type !== 'link_open') continue
    const end = tokens.findIndex(({ type }, at) => at > index && type === 'link_close')
    const inner = tokens.slice(index + 1, end)
    const title = inner.map(({ content }) => content).join('')
    const written = String(open.attrGet('href'))
    const href = relativeAddress(written, context.realmUrl)
    open.attrSet('href', href)
    findings.hasLink = true
    const path = uploadPath(href)
    if (path !== undefined) {
      noteUpload(findings, path)
      uploads.set(path, title)
    } else if (/^https?:/i.test(href)) pages.add(href)
    if (title.trim() === '' && inner.every(({ type }) => type === 'text')) {
      tokens.splice(index + 1, inner.length, textToken(state, written))
    }
  }
  return { uploads, pages }
}

function noteUpload(findings: Findings, path: string): void {
  findings.hasAttachment = true
  findings.uploads.add(keyOf(path))
}

/** The path of an upload as it is stored. */
function keyOf(path: string): string {
  return decodeURIComponent(path.slice('user_uploads/'.length))
}

function previewsOf(
  state: StateCore,
  uploads: ReadonlyMap<string, string>,
  previewed: Set<string>,
): Token[] {
  const { context, findings } = renderingOf(state.env)
  return Array.from(uploads, ([path, title]) => {
    const kind = mediaKind(path)
    if (kind !== 'image' && kind !== 'video') return undefined
    if (previewed.has(path) || previewed.size >= PREVIEWS_MAX_COUNT) return undefined
    previewed.add(path)
    if (kind === 'image') findings.hasImage = true
    const token = new state.Token('preview', '', 0)
    token.content = showPreview(kind, `/${path}`, title, context.references.picture(keyOf(path)))
    return token
  }).filter((token) => token !== undefined)
}

/** Cards of the pages that were not shown before. */
function cardsOf(state: StateCore, pages: ReadonlySet<string>): Token[] {
  const { context, findings } = renderingOf(state.env)
  return [...pages].flatMap((url) => {
    const { links } = findings
    if (links.has(url) || links.size >= LINK_PREVIEWS_MAX_COUNT) return []
    links.add(url)
    const card = context.cards.get(url)
    if (!card) return []
    const token = new state.Token('preview', '', 0)
    token.content = showCard(url, card)
    return [token]
  })
}

function linkTokens(state: StateCore, href: string, title: string): Token[] {
  const open = new state.Token('link_open', 'a', 1)
  open.attrSet('href', href)
  return [open, textToken(state, title), new state.Token('link_close', 'a', -1)]
}

function textToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0)
  token.content = content
  return token
}

/** An upload within a text. `path` is its path on this server. */
function showUpload(
  kind: 'image' | 'audio',
  path: string,
  title: string,
  picture: KnownPicture | undefined,
): string {
  const [src, label] = [escapeHtml(path), escapeHtml(title)]
  return kind === 'image'
    ? `<img alt="${label}" class="inline-image"${sizeOf(picture)} data-original-src="${src}" src="${src}">`
    : `<audio controls preload="metadata" src="${src}" title="${label}"></audio>`
}

/** An upload below the text that links to it. `path` is its path on this server. */
function showPreview(
  kind: 'image' | 'video',
  path: string,
  title: string,
  picture: KnownPicture | undefined,
): string {
  const [src, label] = [escapeHtml(path), escapeHtml(title)]
  if (kind === 'video') {
    return `<div class="message_inline_image message_inline_video"><a href="${src}"><video preload="metadata" src="${src}"></video></a></div>\n`
  }
  // What may move is shown as it is.
  const address = picture?.isScaled && !/\.gif$/i.test(path) ? smaller(src) : src
  return `<div class="message_inline_image"><a href="${src}" title="${label}"><img${sizeOf(picture)} src="${address}"></a></div>\n`
}

/** How large a picture is, as clients of the public API read it: they keep the room before it is there. */
function sizeOf(picture: KnownPicture | undefined): string {
  const { width = null, height = null } = picture ?? {}
  return width === null || height === null ? '' : ` data-original-dimensions="${width}x${height}"`
}

/** Where a smaller form of a picture is. */
function smaller(src: string): string {
  return `${src.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${PREVIEW_FORMAT}`
}

/** Format of pictures below messages. */
const PREVIEW_FORMAT: ThumbnailFormat = '840x560.jpg'
