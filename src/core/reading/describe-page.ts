import type { Fetched } from '../../contract/net.ts'
import { bytesRead, type Call } from '../../contract/operation.ts'
import { PAGE_INFO_JOB } from '../../extract/jobs.ts'
import { PAGE_MAX_BYTES } from '../../extract/limits.ts'
import { pageOf } from '../../extract/page-info/page-answer.ts'
import { readFollowing } from '../../extract/refresh.ts'
import { describeRendered } from './describe-rendered.ts'
import { holdBodies } from './hold-bodies.ts'

/** What the page at an address says of itself, in its source or else in a browser. Throws what fetching and the sandbox's job throw. */
export async function describePage(call: Call<{ url: string }>) {
  return holdBodies(call, describeHeld)
}

async function describeHeld(call: Call<{ url: string }>) {
  const { input, services, signal } = call
  services.sandbox.prepare()
  const describe = async (found: Fetched) => {
    const now = services.now().getTime()
    return services.sandbox.run(PAGE_INFO_JOB, { ...pageOf(found), now }, { signal })
  }
  const { fetched, page } = await readFollowing(
    input.url,
    async (url, from) => {
      let received = 0
      return services.fetch(url, {
        signal,
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
        maxBytes: 2 * PAGE_MAX_BYTES,
        ...(from ? { from } : {}),
        enough: ({ byteLength }) => (received += byteLength) >= PAGE_MAX_BYTES,
        progress: (done, total) => call.progress(bytesRead(done, total)),
      })
    },
    describe,
  )
  const rendered = await describeRendered(call, { fetched, page }, describe)
  const { needsJs: _lacks, cardTitle: _title, refresh: _, ...described } = rendered.page
  const { cardDescription: _card, ...facts } = described
  return { url: rendered.fetched.url, ...facts, ...rendered.said }
}
