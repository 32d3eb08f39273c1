import { cleanText } from '../../../lib/text.ts'
import type { MarkdownWriter } from '../../../markdown/write/markdown-writer.ts'
import type { ElementNode } from '../../../markup/html/tree/node.ts'
import { pictureSource } from '../../../markup/html/tree/picture-source.ts'
import type { MarkdownStyle } from '../../engine.ts'
import { absoluteAddress } from '../../page-info/page-address.ts'
import { embedLink } from './embed-links.ts'
import { withoutBrackets, withoutTracking } from './link-address.ts'

const ALT_MAX_CHARS = 300
/** Alternative texts of images that are letters are no longer. */
const EMOJI_MAX_CHARS = 40
/** Images that are letters: emoji, and smileys of forums. */
const EMOJI_CLASS = /(?:^|\s)(?:emoji|wp-smiley|smiley|twemoji|emojione|smilie)(?:\s|$)/i

/** Writes what is shown of another address as a link to it, in a line of its own. */
export function writeEmbed(
  writer: MarkdownWriter,
  element: ElementNode,
  baseUrl: string,
  { links }: MarkdownStyle,
): void {
  const link = embedLink(element, baseUrl)
  if (!link) return
  writer.open('p', {})
  if (links !== 'none') writer.open('a', { href: link.href })
  writer.text(cleanText(link.label))
  if (links !== 'none') writer.close('a')
  writer.close('p')
}

/** Writes an image as the style asks; one that is a letter as that. */
export function writeImage(
  writer: MarkdownWriter,
  image: ElementNode,
  baseUrl: string,
  { images }: MarkdownStyle,
): void {
  const { alt: found = '', class: className = '' } = image.attributes
  const alt = cleanText(found).replaceAll(/\s+/g, ' ').trim().slice(0, ALT_MAX_CHARS)
  if (EMOJI_CLASS.test(className) && alt !== '' && alt.length <= EMOJI_MAX_CHARS) {
    writer.text(alt)
    return
  }
  if (images === 'none') return
  if (images === 'alt') {
    if (alt !== '') writer.text(` [Image: ${alt}] `)
    return
  }
  const src = withoutBrackets(withoutTracking(absoluteAddress(pictureSource(image), baseUrl)))
  if (src === '') return
  writer.open('img', { src, alt })
  writer.close('img')
}
