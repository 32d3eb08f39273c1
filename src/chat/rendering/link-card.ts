import { escapeHtml } from '../../lib/escape-html.ts'
import { REALM_ICON_PATH } from '../files/file-access.ts'
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
