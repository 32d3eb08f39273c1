import { Parser } from 'htmlparser2'

const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' }
const INLINE = new Set(['strong', 'em', 'del', 'code', 'a', 'img'])
const BLOCK = new Set(
  'h1 h2 h3 h4 h5 h6 ul ol li pre blockquote hr br table tr td th input'.split(' '),
)
const EDGE = new Set(
  'p div section article main header footer nav aside figure details summary'.split(' '),
)
const SKIPPED = new Set(['script', 'style', 'title'])

/**
 * The structure of an HTML text, for comparing two of them: headings, lists, items, code blocks,
 * quotations, rules, breaks, tables with rows and cells, task boxes with their state, emphasis,
 * strikethrough, code, links with address and images with address, in order and nested as they are, and
 * all text between them. White space is collapsed as browsers do and ignored at the edges of blocks, but
 * kept exactly in code blocks (but for line breaks at their edges). Not compared: paragraphs as such (tight
 * and loose lists), anchors without address, percent-encoding of addresses, titles, alternative texts, classes, alignment, and every other element.
 */
export function signature(html: string): string {
  let out = ''
  let preformatted = 0
  let skipped = 0
  const links: boolean[] = []
  const parser = new Parser({
    onopentag(found, attributes) {
      const name = SAME[found] ?? found
      if (name === 'a') links.push('href' in attributes)
      if (name === 'a' && !('href' in attributes)) return
      if (SKIPPED.has(name)) skipped += 1
      if (name === 'pre') preformatted += 1
      if (INLINE.has(name)) out += `<${name}${facts(name, attributes)}>`
      else if (BLOCK.has(name)) out += `\n<${name}${facts(name, attributes)}>\n`
      else if (EDGE.has(name)) out += '\n'
    },
    ontext(text) {
      if (skipped > 0) return
      out += preformatted > 0 ? text.replaceAll(/\r?\n/g, '⏎') : text.replaceAll(/\s+/g, ' ')
    },
    onclosetag(found) {
      const name = SAME[found] ?? found
      if (name === 'a' && links.pop() !== true) return
      if (SKIPPED.has(name)) skipped -= 1
      if (name === 'pre') preformatted -= 1
      if (INLINE.has(name) && name !== 'img') out += `</${name}>`
      else if (BLOCK.has(name)) out += `\n</${name}>\n`
      else if (EDGE.has(name)) out += '\n'
    },
  })
  parser.write(html)
  parser.end()
  return out
    .replaceAll(/((?:<(?:strong|em|del|a [^>]*)>)+)([ \n]+)/g, '$2$1')
    .replaceAll(/([ \n]+)((?:<\/(?:strong|em|del|a)>)+)/g, '$2$1')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ *\n[ \n]*/g, '\n')
    .replaceAll(/⏎+(?=<\/code>|\n)/g, '')
    .replaceAll(/(<pre>\n)⏎/g, '$1')
    .trim()
}

function facts(name: string, attributes: Readonly<Record<string, string>>): string {
  if (name === 'a') return ` ${decoded(attributes['href'])}`
  if (name === 'img') return ` ${decoded(attributes['src'])}`
  if (name === 'ol') return attributes['start'] === undefined ? '' : ` ${attributes['start']}`
  if (name === 'input') return 'checked' in attributes ? ' checked' : ''
  return ''
}

/** An address without its percent signs, which readers of Markdown add as they like. */
function decoded(address = ''): string {
  try {
    return decodeURI(address.replaceAll(/\s+/g, ' '))
  } catch {
    return address
  }
}
