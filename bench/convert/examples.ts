import { readFile } from 'node:fs/promises'

/** One example of a Markdown specification. */
export interface Example {
  markdown: string
  html: string
  section: string
  /** The GFM extension it is about; empty for none. */
  extension: string
}

/** The examples of a specification in the form of CommonMark's `spec.txt`. */
export async function readExamples(file: string): Promise<Example[]> {
  const text = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  const examples: Example[] = []
  let section = ''
  const pattern = /^#{1,6} (.*)$|^`{32} example ?([^\n]*)\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$/gm
  for (const [, heading, extension = '', markdown = '', html = ''] of text.matchAll(pattern)) {
    if (heading === undefined) {
      examples.push({
        markdown: markdown.replaceAll('→', '\t'),
        html: html.replaceAll('→', '\t'),
        section,
        // The specification disables the task examples in its own test run.
        extension: extension === 'disabled' ? 'tasklist' : extension.trim(),
      })
    } else section = heading
  }
  return examples
}

/** HTML with the liberties taken out that two right renderers may take. */
export function normalised(html: string): string {
  return html
    .replaceAll(/<input [^>]*>/g, (box) =>
      box.includes('checked') ? '<input checked>' : '<input>',
    )
    .replaceAll(/\s*\/>/g, '>')
    .replaceAll(/ align="(\w+)"/g, ' style="text-align:$1"')
    .replaceAll('text-align: ', 'text-align:')
    .replaceAll(/\n+(?=<)|(?<=>)\n+/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('<tbody></tbody>', '')
    .trim()
}
