/**
 * One line of letters, digits and harmless signs that begins with a letter: nothing in it is markup, a name,
 * an address or an emoji, which a letter can be (ℹ). Dots and semicolons stand before a space, where they are part of none.
 */
const PLAIN =
  /^[\p{L}--\p{Emoji}](?:[[\p{L}\d ,'"\(\)?!%=+\-]--[\p{L}&&\p{Emoji}]]|[.;](?=[ .]|$))*$/v

/** The HTML of a text that has nothing to render; undefined for any other text. */
export function renderPlainText(content: string): string | undefined {
  return PLAIN.test(content) && !content.endsWith(' ') ? `<p>${content}</p>` : undefined
}
