/** Titles that programs write where nobody gave one. */
const NO_TITLE =
  /^(?:\(?(?:untitled|unnamed|no title|unspecified|anonymous)\)?|(?:untitled|document|presentation|slide|book|sheet|page|layout|dokument|präsentation|mappe|unbenannt|sans titre|sin título|senza titolo)[ _-]?\d*|powerpoint presentation|powerpoint-präsentation|about:blank|-|\.)$/iu
/** Programs that write their name before that of the file. */
const PROGRAM = /^Microsoft (?:Word|PowerPoint|Excel) - /
/** Names of files whose text somebody else wrote over. */
const FILE_END = /\.(?:docx?|pptx?|xlsx?|odt|ods|odp|rtf|dvi|tex|indd|qxd|fm|pmd|cdr|ai|ps|txt)$/i

/** The title that the properties of a document give, or nothing where it is no title but what a program wrote by itself. */
export function titleOf(text: string): string {
  const title = text.trim()
  if (NO_TITLE.test(title) || !/[\p{L}\p{N}]/u.test(title)) return ''
  const name = title.replace(PROGRAM, '')
  // A file name is better than nothing only where it reads like words.
  if (FILE_END.test(name)) return /\s/.test(name) ? name.replace(FILE_END, '') : ''
  return name
}
