import { readHtml } from '../../markup/html/read-html.ts'
import { type SafeHtmlRules, SafeHtmlWriter } from '../../markup/html/safe-writer.ts'

/** Schemes that only lead somewhere or show something; an address without a scheme is fine too. */
const HARMLESS = { link: /^(?:https?|mailto|tel)$/, image: /^https?$/ } as const

/** The ids to which footnotes and their marks link. Others could take the place of what a page around the result has. */
const NOTE_ID = /^fn(?:ref)?-[^\s"'<>&]{1,300}$/
const LANGUAGE_CLASS = /^language-\S+$/
const ALIGNMENT = /(?:^|;)\s*text-align\s*:\s*(left|center|right)\s*(?:;|$)/i

/** The written form of an attribute, by its value. */
type Rule = (value: string) => string | undefined

const any: Rule = (value) => value
const noteId: Rule = (value) => (NOTE_ID.test(value) ? value : undefined)
const languageClass: Rule = (value) => value.split(/\s+/).find((name) => LANGUAGE_CLASS.test(name))
const alignment: Rule = (value) => {
  const side = ALIGNMENT.exec(value)?.[1]
  return side && `text-align:${side.toLowerCase()}`
}
const link: Rule = (value) => harmlessAddress(value, 'link')
const image: Rule = (value) => harmlessAddress(value, 'image')
const cell = { style: alignment, align: any, colspan: any, rowspan: any }

/** Attributes of elements, beside which none is written. */
const ATTRIBUTES: ReadonlyMap<string, Readonly<Record<string, Rule>>> = new Map(
  Object.entries({
    a: { href: link, title: any, id: noteId },
    li: { id: noteId },
    img: { src: image, alt: any, title: any, width: any, height: any },
    input: { type: any, checked: any, disabled: any },
    code: { class: languageClass },
    ol: { start: any },
    td: cell,
    th: cell,
  }),
)

const RULES: SafeHtmlRules = {
  elements: new Set(
    (
      'a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup data dd del details dfn div dl dt em ' +
      'figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd li main mark menu nav ol p pre q rb rp rt ' +
      'rtc ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
    ).split(' '),
  ),
  depthMax: 100,
  isWritten: (name, { type = '' }) => name !== 'input' || type.toLowerCase() === 'checkbox',
  attribute(value, name, element) {
    const rules = ATTRIBUTES.get(element)
    return rules && Object.hasOwn(rules, name) ? rules[name]!(value) : undefined
  },
}

/**
 * Reduces HTML to elements that only show something: no scripts, styles, frames, forms or event handlers,
 * addresses of http, https, mailto and tel only, and no ids but those of footnotes.
 */
export function harmlessHtml(html: string): string {
  const writer = new SafeHtmlWriter(RULES)
  readHtml(html, writer)
  return writer.end()
}

/** An address that leads somewhere or shows a picture; undefined for one that runs code or carries data. */
export function harmlessAddress(found: string, kind: 'link' | 'image'): string | undefined {
  // Readers of addresses ignore white space and controls, also inside a scheme.
  // oxlint-disable-next-line no-control-regex -- such characters are the subject here.
  const bare = found.replaceAll(/[\u0000-\u0020\u007f-\u009f]/g, '')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase()
  return scheme === undefined || HARMLESS[kind].test(scheme) ? found : undefined
}
