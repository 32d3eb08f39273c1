import sanitizeHtml, { type Attributes } from 'sanitize-html'

/** Looked for one by one: those that a large table is made of come first. */
const TABLE_TAGS = ['td', 'th', 'tr']
const MARKDOWN_TAGS = ['img', 'input', 'del', 's', 'ins', 'details', 'summary', 'h1', 'h2']

/** How deep elements may lie; deeper ones are left out. */
const NESTING_MAX_DEPTH = 100

/** The ids to which footnotes and their marks link. Others could take the place of what a page around the result has. */
const NOTE_ID = /^fn(?:ref)?-[^\s"'<>&]{1,300}$/

function withNoteId(
  tagName: string,
  attributes: Attributes,
): { tagName: string; attribs: Attributes } {
  const { id, ...attribs } = attributes
  return { tagName, attribs: id !== undefined && NOTE_ID.test(id) ? { ...attribs, id } : attribs }
}

/**
 * Reduces HTML to elements that only show something: no scripts, styles, frames, forms or event handlers,
 * addresses of http, https, mailto and tel only, and no ids but those of footnotes.
 */
export function sanitize(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...TABLE_TAGS, ...sanitizeHtml.defaults.allowedTags, ...MARKDOWN_TAGS],
    allowedAttributes: {
      a: ['href', 'title', 'id'],
      li: ['id'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      input: [{ name: 'type', values: ['checkbox'] }, 'checked', 'disabled'],
      code: [{ name: 'class', values: [] }],
      ol: ['start'],
      td: ['style', 'align', 'colspan', 'rowspan'],
      th: ['style', 'align', 'colspan', 'rowspan'],
    },
    allowedClasses: { code: ['language-*'] },
    allowedStyles: { '*': { 'text-align': [/^(?:left|center|right)$/] } },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs['type'] !== 'checkbox',
    transformTags: { a: withNoteId, li: withNoteId },
    nestingLimit: NESTING_MAX_DEPTH,
  })
}
