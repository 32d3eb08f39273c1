/** One declaration of a style attribute: lower case, escapes decoded, without comments and `!important`. */
export interface Declaration {
  name: string
  value: string
}

/** Comments, escapes and strings whole, then the characters that structure declarations, then all else. */
const TOKEN =
  /\/\*[^]*?(?:\*\/|$)|\\(?:[\da-f]{1,6}\s?|[^\n\r\f])|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|[;:()[\]{}]|[^\\/"';:()[\]{}]+|[^]/gi

/**
 * The declarations of a style attribute, as CSS Syntax 3 splits and unescapes them, in their order and with
 * repetitions. Linear time, whatever the length.
 */
export function parseDeclarations(style: string): Declaration[] {
  const declarations: Declaration[] = []
  let name: string | undefined
  let text = ''
  let depth = 0
  const flush = (): void => {
    if (name !== undefined) declarations.push({ name, value: tidy(text.split('!', 1)[0] ?? '') })
    name = undefined
    text = ''
  }
  for (const [token] of style.matchAll(TOKEN)) {
    if (token.startsWith('/*')) text += ' '
    else if (token.startsWith('\\')) text += unescaped(token)
    else if (token === ';' && depth === 0) flush()
    else if (token === ':' && depth === 0 && name === undefined) {
      name = tidy(text)
      text = ''
    } else {
      if ('([{'.includes(token)) depth += 1
      else if (')]}'.includes(token)) depth = Math.max(0, depth - 1)
      text += token
    }
  }
  flush()
  return declarations
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

function unescaped(token: string): string {
  const code = /^\\([\da-f]+)/i.exec(token)?.[1]
  if (code === undefined) return token.slice(1)
  const point = Number.parseInt(code, 16)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD'
}
