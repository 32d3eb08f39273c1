import type { Job } from '../contract/sandbox.ts'
import { CONVERT_JOB } from '../convert/jobs.ts'
import { resolveChoice } from '../extract/engine.ts'
import { EXTRACT_JOB, PAGE_INFO_JOB } from '../extract/jobs.ts'
import { QR_JOB } from '../qr/jobs.ts'

const SENTENCE =
  'Ships come in with the <a href="/tides">tide</a>, and the <b>harbour</b> counts them.'
const PAGE = `<!doctype html><html lang="en"><head><title>Ships</title></head><body><nav><a href="/">Home</a></nav>
<article><h1>Ships</h1>${`<p>${SENTENCE.repeat(4)}</p>`.repeat(8)}<h2>Kinds</h2><ul><li>Barges<li>Ferries</ul>
<table><tr><th>Ship<th>From<tr><td>Heron<td>North</table><pre><code>tide = 4</code></pre><img src="/heron.png" alt="Heron"></article>
<footer>Imprint</footer></body></html>`
const SENT_PAGE = {
  url: 'https://example.com/ships',
  status: 200,
  contentType: 'text/html; charset=utf-8',
  bytes: Buffer.from(PAGE),
}

/** Small jobs of the kinds that are asked for again and again, by name: what an engine does first takes many times as long. */
export const REHEARSALS: ReadonlyMap<string, object> = new Map<string, object>([
  rehearsalOf(EXTRACT_JOB, { ...SENT_PAGE, kind: 'html', ...resolveChoice({}), cites: true }),
  rehearsalOf(PAGE_INFO_JOB, { ...SENT_PAGE, complete: true }),
  rehearsalOf(QR_JOB, { text: SENT_PAGE.url, format: 'svg' }),
  rehearsalOf(CONVERT_JOB, { from: 'csv', to: 'json', data: 'ship,from\nHeron,North\n' }),
])

function rehearsalOf<Input extends object>(
  { name }: Job<Input, unknown>,
  input: NoInfer<Input>,
): [string, Input] {
  return [name, input]
}
