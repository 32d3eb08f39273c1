import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { beforeEach, expect, test, vi } from 'vitest'
import { extract } from '../../../tools/web/extract.ts'
import { metadata } from '../../../tools/web/metadata.ts'
import { pdfToMarkdown } from '../../../tools/web/pdf-to-markdown.ts'
import { rssToJson } from '../../../tools/web/rss-to-json.ts'
import { unfurl } from '../../../tools/web/unfurl.ts'
import { callWith } from '../../support/call.ts'
import { type Page, startPageServer } from '../../support/page-server.ts'
import { pdfOf, text } from '../../support/pdf.ts'
import { hostilePool } from '../../support/sandbox-pool.ts'

/** Processes that were started in a test. */
const started: ChildProcess[] = []
subscribe('child_process', (message) => {
  started.push((message as { process: ChildProcess }).process)
})
beforeEach(() => {
  started.length = 0
})

test('one child is started for a job that is said to come, and takes it', async () => {
  const { run, pool } = hostilePool()
  pool.prepare()
  pool.prepare()
  await vi.waitFor(() => expect(started).toHaveLength(1))
  expect(await run('pid')).toBe(started[0]?.pid)
})

/** What answers once a child runs, so that nobody who starts one only afterwards gets it. */
function withheld(type: string, body: string | Uint8Array): Page {
  return {
    body: (_, response) => {
      vi.waitFor(() => expect(started).not.toHaveLength(0)).then(
        () => response.writeHead(200, { 'content-type': type }).end(body),
        () => response.destroy(),
      )
    },
  }
}

const PAGE = `<title>The Lobby</title><article>${'<p>A bellhop carries it.</p>'.repeat(40)}</article>`

test.each([
  [extract, withheld('text/html', PAGE)],
  [metadata, withheld('text/html', PAGE)],
  [unfurl, withheld('text/html', PAGE)],
  [rssToJson, withheld('text/xml', '<rss version="2.0"><channel><title>x</title></channel></rss>')],
  [pdfToMarkdown, withheld('application/pdf', pdfOf([text(72, 700, 'Room 12')]))],
])(
  '$name starts its child while it still waits for the document',
  { tags: 'full' },
  async (operation, page) => {
    await using pages = await startPageServer({ '/': page })
    await using caller = callWith()
    const answer = await caller.call(operation, { url: `${pages.origin}/` })
    expect(Object.keys(answer).length).toBeGreaterThan(1)
  },
)
