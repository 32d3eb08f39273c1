import { expect, test } from 'vitest'
import { renderText } from '../../../../src/chat/rendering/render-message.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

/** The text of HTML. */
function textIn(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** Some of the languages: loading a grammar takes most of the time. */
const LANGUAGES = ['py', 'js', 'json', 'bash', 'sql', 'html', 'diff']

const PIECES = Array.from('()[]{}<>"\'`\\/#@$=-_.:;,!&|*%^?~ \n\t0aZé').concat([
  'def ',
  'class A',
  'function',
  '</script>',
  '<img src=x onerror=alert(1)>',
  '/*',
  '*/',
  '${',
  '"""',
  '//',
  '-- ',
  '<!--',
  '&lt;',
  '0x1F',
  '1e5',
])

test('code of any language keeps its text, and no markup of its own', async () => {
  const random = seededRandom(2_024)
  for (const language of LANGUAGES) {
    for (let count = 0; count < 12; count += 1) {
      const code = Array.from(
        { length: 40 },
        () => PIECES[Math.floor(random() * PIECES.length)],
      ).join('')
      const plain = code
        .split('\n')
        .map((line) => line.trimEnd())
        .join('\n')
        .replace(/^\n+|\n+$/g, '')
      const html = await renderText(`\`\`\`\`\`${language}\n${plain}\n\`\`\`\`\``)
      expect(textIn(html).replace(/^\n+|\n+$/g, ''), language).toBe(plain)
      expect(html).not.toMatch(/<(?!\/?(?:div|pre|span|code)[ >])/)
    }
  }
})

test('what is longer than is coloured stays as it is, and a message with several blocks too', async () => {
  const block = `\`\`\`py\n${'x = 1\n'.repeat(400)}\`\`\``
  const html = await renderText(`${block}\n${block}`)
  const [first = '', second = ''] = html.split('</pre>')
  expect(first).toContain('<span class="o">=</span>')
  expect(second).not.toContain('class="o"')
})

test('code with a word that grammars take long for stays as it is', async () => {
  const coloured = await renderText(`\`\`\`java\nint ${'a'.repeat(100)} = 1;\n\`\`\``)
  expect(coloured).toContain('class="o"')
  const plain = await renderText(`\`\`\`java\nint ${'a'.repeat(101)} = 1;\n\`\`\``)
  expect(plain).not.toContain('class="o"')
  expect(plain).toContain('a'.repeat(101))
})
