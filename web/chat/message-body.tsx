import { useLayoutEffect, useRef } from 'preact/hooks'
import { glyphOf } from '../lib/emoji.ts'
import { formatInstant } from '../lib/format.ts'
import { parseServerHtml } from '../lib/trusted-html.ts'
import { sayFailure } from '../ui/toast.tsx'
import { chatText as t } from '../words/chat.ts'
import { openProfile } from './dialog-state.ts'
import { PICTURE } from './opened/picture-links.ts'

/** Finished bodies by their HTML, so that rows that come back need no work. */
const finished = new Map<string, DocumentFragment>()
const FINISHED_MAX_COUNT = 400

/** The text of a message, as the server made it of Markdown. */
export function MessageBody({ html, isAction = '' }: { html: string; isAction?: string }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    element.current?.replaceChildren(bodyOf(html).cloneNode(true))
  }, [html])
  return <div class={`body ${isAction}`} ref={element} onClick={act} />
}

function bodyOf(html: string): DocumentFragment {
  const known = finished.get(html)
  if (known) return known
  const fragment = document.createDocumentFragment()
  const parsed = parseServerHtml(html)
  finish(parsed)
  fragment.append(...parsed.childNodes)
  if (finished.size >= FINISHED_MAX_COUNT) {
    const [oldest = ''] = finished.keys()
    finished.delete(oldest)
  }
  finished.set(html, fragment)
  return fragment
}

/** What the HTML of the server leaves to the page: glyphs, local times, and what its rules for content do not let through. */
function finish(root: HTMLElement): void {
  // Formulas are there twice; that for machines is shown by every browser, and needs no styles of its own.
  for (const one of root.querySelectorAll('.katex-html')) one.remove()
  for (const one of root.querySelectorAll<HTMLElement>('[data-style]')) {
    const [, align] = /text-align:\s*(center|right)/.exec(one.dataset['style'] ?? '') ?? []
    one.removeAttribute('data-style')
    if (align !== undefined) one.classList.add(`align-${align}`)
  }
  for (const one of root.querySelectorAll<HTMLElement>('span.emoji')) {
    const code = /emoji-([0-9a-f-]+)/.exec(one.className)?.[1]
    if (code !== undefined) one.textContent = glyphOf(code)
  }
  for (const one of root.querySelectorAll('time')) {
    const date = new Date(one.dateTime)
    if (!Number.isNaN(date.getTime())) one.textContent = formatInstant(date)
  }
  for (const one of root.querySelectorAll<HTMLImageElement>('img:not(.emoji)')) finishPicture(one)
  for (const one of root.querySelectorAll<HTMLElement>('.user-mention')) finishMention(one)
  for (const one of root.querySelectorAll('a')) finishLink(one)
  for (const one of root.querySelectorAll<HTMLElement>('.codehilite')) {
    one.tabIndex = 0
    one.append(buttonOf('copy-code', t.copyCode))
  }
  for (const one of root.querySelectorAll('.spoiler-block')) finishSpoiler(one)
}

/** Leads to who is mentioned. */
function finishMention(mention: HTMLElement): void {
  const id = mention.dataset['userId'] ?? '*'
  if (id === '*' || mention.closest('a')) return
  const link = document.createElement('a')
  link.href = `#people/${id}`
  link.className = mention.className
  link.append(...mention.childNodes)
  mention.replaceWith(link)
}

function finishLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? ''
  if (href.startsWith('/#')) link.href = href.slice(1)
  if (/^\/?#/.test(href)) return
  const ending = /^\/user_uploads\/[^?#]*\.(\w+)$/.exec(href)?.[1] ?? ''
  const kind = t.fileKinds[ending.toLowerCase()]
  if (kind !== undefined) link.dataset['kind'] = kind
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
}

/** Largest picture in a text, in pixels. */
const [PICTURE_MAX_WIDTH, PICTURE_MAX_HEIGHT] = [416, 288]

/** Keeps the room that a picture will take, whenever it comes, and leads to the whole of it. */
function finishPicture(picture: HTMLImageElement): void {
  picture.loading = 'lazy'
  picture.decoding = 'async'
  const { originalDimensions = '', originalSrc } = picture.dataset
  const [width = 0, height = 0] = originalDimensions.split('x').map(Number)
  if (width > 0 && height > 0) {
    const scale = Math.min(1, PICTURE_MAX_WIDTH / width, PICTURE_MAX_HEIGHT / height)
    picture.width = Math.max(1, Math.round(width * scale))
    picture.height = Math.max(1, Math.round(height * scale))
  } else picture.classList.add('unsized')
  if (originalSrc === undefined || picture.closest('a')) return
  const link = document.createElement('a')
  link.href = originalSrc
  link.ariaLabel = picture.alt || t.picture
  picture.replaceWith(link)
  link.append(picture)
}

function finishSpoiler(block: Element): void {
  const [header, content] = [
    block.querySelector('.spoiler-header'),
    block.querySelector('.spoiler-content'),
  ]
  if (!header || !content) return
  const button = buttonOf('spoiler-toggle', '')
  button.setAttribute('aria-expanded', 'false')
  button.append(...(header.textContent.trim() === '' ? [t.spoiler] : header.childNodes))
  header.replaceChildren(button)
  content.setAttribute('hidden', '')
  content.removeAttribute('aria-hidden')
}

function buttonOf(name: string, label: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = name
  button.textContent = label
  return button
}

/** Does what a click in a text asks for: pictures and people are shown, hidden parts too, code is copied. */
function act(event: MouseEvent): void {
  const found = (event.target as Element).closest(
    `${PICTURE}, a.user-mention, .spoiler-toggle, .copy-code`,
  )
  // Whoever wants another tab gets it.
  if (!found || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (found.matches('.user-mention')) {
    openProfile(event, Number(found.getAttribute('href')?.slice('#people/'.length)))
  } else if (found instanceof HTMLAnchorElement) {
    event.preventDefault()
    void import('./opened/viewer.tsx').then(
      async ({ viewPicture }) => viewPicture(found),
      sayFailure,
    )
  } else {
    void import('./body-actions.ts').then(({ toggleSpoiler, copyCode }) =>
      (found.className === 'copy-code' ? copyCode : toggleSpoiler)(found),
    )
  }
}
