const TEX_MAX_CHARS = 10_000

/**
 * A formula as `$…$` or `$$…$$`. White space means nothing in TeX, so blanks keep its characters from acting
 * where Markdown is read without formulas. Empty for no formula.
 */
export function mathMarkdown(tex: string, isBlock: boolean): string {
  const line = tex.replaceAll(/\s+/g, ' ').trim()
  if (line === '' || line.length > TEX_MAX_CHARS) return ''
  const harmless = line
    .replaceAll('`', "'")
    .replaceAll('~', ' ')
    .replaceAll(/(?<!\\)\$/g, '')
    .replaceAll(/<(?=[a-z/!?])/gi, '< ')
    .replaceAll(/&(?=#?\w{1,31};)/g, '& ')
    .replaceAll(/\](?=[([:])/g, '] ')
    .replaceAll(/!(?=\[)/g, '! ')
    .replaceAll(/\*(?! )/g, '* ')
    .replaceAll(/(?<![\p{L}\p{N}])_(?! )/gu, '_ ')
    .replaceAll(/\\\|/g, '\\Vert ')
    .replaceAll('|', '\\vert ')
  const mark = isBlock ? '$$' : '$'
  const formula = harmless.replaceAll(/ {2,}/g, ' ').trim()
  // A last backslash would take the closing mark.
  return `${mark}${formula.replace(/\\+$/, '').trim()}${mark}`
}
