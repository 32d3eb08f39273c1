import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { race } from './race.ts'

/** Small pages that kill a DOM library, and big ones that try its memory. */
const PAGES: Readonly<Record<string, () => string>> = {
  '100,000 nested elements': () =>
    `<body>${'<div>'.repeat(100_000)}<p>Hello world, this is text.</p>${'</div>'.repeat(100_000)}`,
  '5,000 nested elements': () =>
    `<body>${'<div>'.repeat(5000)}<p>${'Hello world, this is text. '.repeat(40)}</p>${'</div>'.repeat(5000)}`,
  '100,000 attributes': () =>
    `<body><div ${Array.from({ length: 100_000 }, (_, n) => `a${n}="x"`).join(' ')}><p>${'Hello world, text. '.repeat(50)}</p></div>`,
  '10 MB of paragraphs': () =>
    `<body><article>${`<p>${'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(8)}<a href="/x">link</a></p>`.repeat(20_000)}</article>`,
  '200,000 cells': () =>
    `<body><table>${`<tr>${'<td>12</td>'.repeat(20)}</tr>`.repeat(10_000)}</table>`,
  'wrong nesting': () => `<body>${'<b><i><p>x'.repeat(3000)}`,
  'links around tables': () => `<body>${'<a href=x><table>'.repeat(2000)}`,
  '100,000 line breaks': () => `<body><div>${'text<br><br>'.repeat(50_000)}</div>`,
  '10 MB of text': () => `<body><p>${'a,'.repeat(5_000_000)}</p>`,
}

/** Gives every hostile page to a fresh process of ours; returns rows for a table. */
export async function hostileRows(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-hostile-'))
  const rows: string[] = []
  try {
    for (const [name, make] of Object.entries(PAGES)) {
      const file = join(folder, 'page.html')
      await writeFile(file, make())
      const page = { id: name, file, url: 'https://hostile.test/', truth: undefined }
      const { cpuMs, crashes, timeouts, peakRssBytes } = await race('bellhop', [page])
      const outcome = timeouts > 0 ? 'timed out' : crashes > 0 ? 'crashed' : 'ok'
      rows.push(
        `| ${name} | ${outcome} | ${((cpuMs[0] ?? 0) / 1000).toFixed(2)} | ${(peakRssBytes / 1e6).toFixed(0)} |`,
      )
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return rows
}
