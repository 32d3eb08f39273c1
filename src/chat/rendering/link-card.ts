import { decodeHTML } from 'entities'
import { escapeHtml } from '../../lib/escape-html.ts'
import { cleanLine } from '../../lib/text.ts'
import { REALM_ICON_PATH } from '../files/file-access.ts'
import { LINK_DESCRIPTION_MAX_CHARS, LINK_TITLE_MAX_CHARS } from '../limits.ts'
import type { LinkCard } from '../previews/port.ts'

/** The only picture of a card: one of this server, since a page's own would tell it who reads. Clients of the public API want one. */
export const CARD_PICTURE = `background-image: url("${REALM_ICON_PATH}")`

/** What is behind a link, below the text that has it, as clients of the public API read it. */
export function showCard(url: string, { title, description }: LinkCard): string {
  const [href, name] = [escapeHtml(url), escapeHtml(title)]
  const about =
    description === ''
      ? ''
      : `<div class="message_embed_description">${escapeHtml(description)}</div>`
  return (
    `<div class="message_embed"><a class="message_embed_image" href="${href}" style="${escapeHtml(CARD_PICTURE)}"></a>` +
    `<div class="data-container"><div class="message_embed_title"><a href="${href}" title="${name}">${name}</a></div>` +
    `${about}</div></div>\n`
  )
}

/** The title and description of a card, as this server and others of the public API write them. */
const CARD =
  /<div class="message_embed_title"><a href="([^"]{1,2000})"[^>]{0,2000}>([^<]{1,2000})<\/a><\/div>(?:<div class="message_embed_description">([^<]{0,4000})<\/div>)?/g

/** The cards in the HTML of a message that was rendered elsewhere, as text by the address of their page. */
export function findCards(html: string): ReadonlyMap<string, LinkCard> {
  const cards = new Map<string, LinkCard>()
  for (const [, url = '', name = '', about = ''] of html.matchAll(CARD)) {
    const title = cleanLine(decodeHTML(name), LINK_TITLE_MAX_CHARS)
    const description = cleanLine(decodeHTML(about), LINK_DESCRIPTION_MAX_CHARS)
    if (title !== '') cards.set(decodeHTML(url), { title, description })
  }
  return cards
}
