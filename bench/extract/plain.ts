import { Parser } from 'htmlparser2'

const BLOCKS = new Set(
  'address article aside blockquote body br button canvas caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav noscript ol option p pre section summary table tbody td tfoot th thead tr ul video select optgroup'.split(
    ' ',
  ),
)
const SKIPPED = new Set('script style noscript template svg head iframe textarea'.split(' '))

/** The text of HTML with a line break at every block border. */
export function htmlToText(html: string): string {
  let out = ''
  let skipping = 0
  const parser = new Parser({
    onopentag(name) {
      if (SKIPPED.has(name)) skipping += 1
      else if (BLOCKS.has(name)) out += name === 'td' || name === 'th' ? ' ' : '\n'
    },
    ontext(text) {
      if (skipping === 0) out += text
    },
    onclosetag(name) {
      if (SKIPPED.has(name)) skipping = Math.max(0, skipping - 1)
      else if (BLOCKS.has(name)) out += '\n'
    },
  })
  parser.write(html)
  parser.end()
  return collapse(out)
}

/** The text of Markdown as it renders: without marks, addresses, images and the rules of tables. */
export function markdownToText(markdown: string): string {
  let fence = ''
  const lines = markdown.split('\n').map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== '') {
      if (mark === undefined || !mark.startsWith(fence)) return line
      fence = ''
      return ''
    }
    if (mark === undefined) return lineToText(line)
    fence = mark
    return ''
  })
  return collapse(lines.join('\n'))
}

function lineToText(line: string): string {
  if (/^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*$/.test(line) || /^\s*---$/.test(line)) return ''
  const text = line
    .replace(/^(?:\s*>)*\s*(?:(?:[-*+]|\d+\.)\s+(?:\[[ x]\]\s)?)*(?:#{1,6}\s+)?/, '')
    .replaceAll(/!\[(?:[^\]\\]|\\.)*\]\([^)]*\)/g, '')
    .replaceAll(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, '$1')
    .replaceAll('<br>', ' ')
    .replaceAll(/(?<!\\)(?:\*+|~~|`+)/g, '')
    .replaceAll(/(?<!\\)\|/g, ' ')
  return text.replaceAll(/\\(?=[\p{P}\p{S}])/gu, '')
}

function collapse(text: string): string {
  return text
    .replaceAll(/[ \t\u00A0]+/g, ' ')
    .replaceAll(/ *\n[\n ]*/g, '\n')
    .trim()
}
