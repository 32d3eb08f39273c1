/** Keeps text from becoming HTML: tags and character references. */
export function escapeHtmlInMarkdown(text: string): string {
  return text.replaceAll(/<(?=[a-z/!?])/gi, '\\<').replaceAll(/&(?=#?\w{1,31};)/g, '\\&')
}

/** Text as the label of a link or image, in which every bracket counts. */
export function escapeLabel(text: string): string {
  return escapeHtmlInMarkdown(text.replaceAll(/[\\`*[\]]/g, '\\$&'))
}

/**
 * Text of others as one line of Markdown that holds no link, image, code or HTML. What does no harm stays
 * as it is, so that `[Draft] 5 * 3 = 15` still reads well.
 */
export function escapeLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return escapeHtmlInMarkdown(
    line
      .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
      .replaceAll('`', '\\`')
      .replaceAll('![', '!\\[')
      .replaceAll(/\](?=[([:])/g, '\\]'),
  )
}

/** A fence for a code block: a run of backticks longer than any in the code, at least three. */
export function fenceFor(code: string): string {
  let longest = 2
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  return '`'.repeat(longest + 1)
}
