/** Source of HTML that is written as it is. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** What may stand in a template: text is escaped, nothing and `false` are left out. */
export type Part = Html | string | number | false | undefined | readonly Part[]

/** Makes source of HTML; what is put in is escaped unless it is such source itself. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let source = strings[0]!
  parts.forEach((part, index) => {
    source += written(part) + strings[index + 1]!
  })
  return new Html(source)
}

function written(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.source
  if (typeof part === 'object') return part.map(written).join('')
  return String(part)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** HTML without the line breaks between tags, as programs write it; what is preformatted stays. */
export function tight({ source }: Html): Html {
  const pieces = source.split(/(<pre[\s\S]*?<\/pre>|<textarea[\s\S]*?<\/textarea>)/)
  return new Html(
    pieces
      .map((piece, index) => (index % 2 === 1 ? piece : piece.replaceAll(/>\s*\n\s*</g, '><')))
      .join(''),
  )
}
