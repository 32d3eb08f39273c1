import { useLayoutEffect, useRef } from 'preact/hooks'
import { glyphOf } from '../lib/emoji.ts'
import { parseServerHtml } from '../lib/trusted-html.ts'
import { say } from '../ui/toast.tsx'
import { chatText as t } from '../words/chat.ts'

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

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
    if (!Number.isNaN(date.getTime())) one.textContent = TIME.format(date)
  }
  for (const one of root.querySelectorAll('a')) finishLink(one)
  for (const one of root.querySelectorAll('img')) {
    one.loading = 'lazy'
    one.decoding = 'async'
  }
  for (const one of root.querySelectorAll<HTMLElement>('.codehilite')) {
    one.tabIndex = 0
    one.append(buttonOf('copy-code', t.copyCode))
  }
  for (const one of root.querySelectorAll('.spoiler-block')) finishSpoiler(one)
}

function finishLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? ''
  if (href.startsWith('/#')) {
    link.href = href.slice(1)
    return
  }
  const ending = /^\/user_uploads\/[^?#]*\.(\w+)$/.exec(href)?.[1] ?? ''
  const kind = t.fileKinds[ending.toLowerCase()]
  if (kind !== undefined) link.dataset['kind'] = kind
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
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

/** Does what a click in a text asks for: hidden parts are shown, code is copied. */
function act(event: MouseEvent): void {
  const target = event.target as Element
  const toggle = target.closest('.spoiler-toggle')
  if (toggle) {
    const content = toggle.closest('.spoiler-block')?.querySelector('.spoiler-content')
    const isHidden = content?.toggleAttribute('hidden') ?? true
    toggle.setAttribute('aria-expanded', String(!isHidden))
  }
  if (target.closest('.copy-code')) {
    const code = target.closest('.codehilite')?.querySelector('code')?.textContent ?? ''
    void copy(code)
  }
  const picture = target.closest('img.inline-image')
  if (picture && !picture.closest('a')) {
    open((picture as HTMLImageElement).src, '_blank', 'noopener')
  }
}

/** Puts a text into the clipboard, and says so. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(t.copied)
  } catch {
    say(t.cannotCopy)
  }
}
