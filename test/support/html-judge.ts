import { JSDOM } from 'jsdom'
import { dangersIn } from './safe-html.ts'

const { window } = new JSDOM('')
const document = new window.DOMParser().parseFromString('', 'text/html')

/** Where clients put the HTML of a message: what is harmless in one place may act in another. */
const HOLDERS = ['div', 'td', 'li', 'template'] as const

/** The one that most clients use. */
const USUAL = HOLDERS.slice(0, 1)

/**
 * What could act in HTML, put where clients put it, also after it was written out and read again: a
 * sanitized text must stay what it is. Nothing for safe HTML.
 */
export function actsIn(html: string, { inAllHolders = false } = {}): string[] {
  const found = dangersIn(html)
  for (const name of inAllHolders ? HOLDERS : USUAL) {
    const holder = document.createElement(name)
    holder.innerHTML = html
    const once = holder.innerHTML
    holder.innerHTML = once
    const twice = holder.innerHTML
    if (twice !== once) found.push(`in ${name} it changes: ${once} | ${twice}`)
    found.push(...dangersIn(twice))
  }
  return found
}

/** Fields of answers that hold HTML. */
const HTML_FIELDS =
  /^(?:rendered|rendered_content|rendered_description|rendered_value|prev_rendered_content|orig_rendered_content|match_content|match_subject)$/

/** Fields that clients make links of, or load. */
const ADDRESS_FIELDS =
  /^(?:url|avatar_url|realm_url|realm_uri|realm_icon_url|source_url|still_url)$/

/** What could act in the HTML and the addresses of an answer, by the path to it. */
export function actsInAnswer(answer: unknown, path = ''): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  const isHtml = (answer as { content_type?: unknown }).content_type === 'text/html'
  return Object.entries(answer).flatMap(([name, value]: [string, unknown]): string[] => {
    const here = `${path}.${name}`
    if (typeof value === 'object') return actsInAnswer(value, here)
    if (typeof value !== 'string') return []
    if (HTML_FIELDS.test(name) || (isHtml && name === 'content')) {
      return actsIn(value).map((found) => `${here}: ${found}`)
    }
    if (ADDRESS_FIELDS.test(name) && !/^(?:https?:\/\/|\/(?![/\\]))/i.test(value)) {
      return [`${here}: ${value}`]
    }
    return []
  })
}
