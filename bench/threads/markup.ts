/** Source of HTML. */
export class Markup {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** What may stand in a template of markup; texts are escaped, nothing is written for what is absent. */
export type Value = string | number | false | undefined | Markup | readonly Value[]

/** Writes HTML: what is put in is text unless it is markup itself. */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  let source = strings[0]!
  values.forEach((value, index) => {
    source += sourceOf(value) + strings[index + 1]!
  })
  return new Markup(source)
}

/** Joins pieces with a piece between them. */
export function joined(pieces: readonly Value[], gap: Value): Markup {
  return new Markup(pieces.map(sourceOf).join(sourceOf(gap)))
}

function sourceOf(value: Value): string {
  if (value === false || value === undefined) return ''
  if (value instanceof Markup) return value.source
  if (typeof value === 'object') return value.map(sourceOf).join('')
  return String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
