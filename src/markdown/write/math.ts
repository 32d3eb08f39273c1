const TEX_MAX_CHARS = 20_000

/** Where a formula stands, as far as Markdown minds. */
export interface MathPlace {
  /** Whether it is set apart. */
  isBlock: boolean
  inTable: boolean
  /** Whether emphasis is open around it, which its stars and underscores could end. */
  inMarks: boolean
}

/**
 * A formula as `$…$` or `$$…$$`, its characters as they are but for blanks, which mean nothing in TeX: they keep it from acting where
 * Markdown is read without formulas. Empty for no formula.
 */
export function mathMarkdown(tex: string, { isBlock, inTable, inMarks }: MathPlace): string {
  const line = tex.slice(0, TEX_MAX_CHARS).replaceAll(/\s+/g, ' ').trim()
  if (line === '') return ''
  let harmless = line
    .replaceAll('`', "'")
    .replaceAll(/(?<!\\)\$/g, '')
    .replaceAll(/<(?=[a-z/!?])/gi, '< ')
    .replaceAll(/&(?=#?\w{1,31};)/g, '& ')
    .replaceAll(/\](?=[([:])/g, '] ')
    .replaceAll(/!(?=\[)/g, '! ')
    .replaceAll('~~', ' ')
  if (inMarks) {
    harmless = harmless
      .replaceAll(/\*(?! )/g, '* ')
      .replaceAll(/(?<![\p{L}\p{N}])_(?! )/gu, '_ ')
      .replaceAll('~', ' ')
  }
  if (inTable) harmless = harmless.replaceAll(/\\\|/g, '\\Vert ').replaceAll('|', '\\vert ')
  const mark = isBlock ? '$$' : '$'
  const formula = harmless.replaceAll(/ {2,}/g, ' ').trim()
  // A last backslash would take the closing mark.
  return `${mark}${formula.replace(/(?<!\\)\\(?:\\\\)*$/, '').trim()}${mark}`
}
