/** Text as it stands in HTML between tags, where quotes need no escape. */
export function escapeHtmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Text as it stands in HTML, between tags or in an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return escapeHtmlText(text).replaceAll('"', '&quot;')
}
