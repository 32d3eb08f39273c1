import { escapeHtml } from '../../lib/escape-html.ts'
import { cleanLine } from '../../lib/text.ts'
import { type HtmlListener, readHtml } from '../../markup/html/read-html.ts'
import type { Attributes } from '../../markup/html/tokens/attributes.ts'
import { REALM_ICON_PATH } from '../files/file-access.ts'
import { LINK_DESCRIPTION_MAX_CHARS, LINK_TITLE_MAX_CHARS } from '../limits.ts'
import type { LinkCard } from '../previews/port.ts'

/** The only picture of a card: one of this server, since a page's own would tell it who reads. Clients of the public API want one. */
export const CARD_PICTURE = `background-image: url("${REALM_ICON_PATH}")`

/** A preview of the page behind a link, below the text with the link, as clients of the public API read it. */
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

/** The cards in the HTML of a message that was rendered elsewhere, as text by the address of their page. */
export function findCards(html: string): ReadonlyMap<string, LinkCard> {
  const reader = new CardReader()
  readHtml(html, reader, { wantsAttribute: (name) => name === 'class' || name === 'href' })
  return reader.cards
}

/** Reads cards as this server and others of the public API write them: the title is a link, the description is behind it. */
class CardReader implements HtmlListener {
  readonly cards = new Map<string, LinkCard>()
  #part: 'title' | 'description' | undefined
  #url = ''
  #text = ''

  open(name: string, { class: names = '', href }: Attributes): void {
    if (name === 'div') this.#begin(PARTS.get(names))
    else if (name === 'a' && this.#part === 'title') this.#url = href ?? ''
  }

  text(text: string): void {
    if (this.#part !== undefined) this.#text += text
  }

  close(name: string): void {
    if (name !== 'div' || this.#part === undefined) return
    const card = this.cards.get(this.#url)
    if (this.#part === 'title') {
      const title = cleanLine(this.#text, LINK_TITLE_MAX_CHARS)
      if (title !== '' && this.#url !== '') this.cards.set(this.#url, { title, description: '' })
    } else if (card) {
      const description = cleanLine(this.#text, LINK_DESCRIPTION_MAX_CHARS)
      this.cards.set(this.#url, { ...card, description })
    }
    this.#part = undefined
  }

  #begin(part: 'title' | 'description' | undefined): void {
    this.#part = part
    this.#text = ''
    if (part === 'title') this.#url = ''
  }
}

const PARTS: ReadonlyMap<string, 'title' | 'description'> = new Map([
  ['message_embed_title', 'title'],
  ['message_embed_description', 'description'],
])
