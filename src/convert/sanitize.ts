import sanitizeHtml from 'sanitize-html'

/** Looked for one by one: those that a large table is made of come first. */
const TABLE_TAGS = ['td', 'th', 'tr']
const MARKDOWN_TAGS = ['img', 'input', 'del', 's', 'ins', 'details', 'summary', 'h1', 'h2']

/** How deep elements may lie; deeper ones are left out. */
const NESTING_MAX_DEPTH = 100

/**
 * Reduces HTML to elements that only show something: no scripts, styles, frames, forms or event handlers,
 * and addresses of http, https, mailto and tel only.
 */
export function sanitize(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...TABLE_TAGS, ...sanitizeHtml.defaults.allowedTags, ...MARKDOWN_TAGS],
    allowedAttributes: {
      a: ['href', 'title'],
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
    nestingLimit: NESTING_MAX_DEPTH,
  })
}
