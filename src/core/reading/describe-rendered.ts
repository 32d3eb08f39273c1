import type { Fetched } from '../../contract/net.ts'
import type { Call } from '../../contract/operation.ts'
import { browserFor, namesView, renderPage } from './rendering.ts'

/** What was found out about a fetched page. */
interface Described<T> {
  fetched: Fetched
  page: T
}

/**
 * What a page says of itself: where its source says nothing, or the address names a view, and the call may use a browser, what it says there. `said` marks that.
 * What keeps the browser from it leaves the page as it was.
 */
export async function describeRendered<T extends { needsJs?: true }>(
  call: Call<{ url: string }>,
  plain: Described<T>,
  describe: (fetched: Fetched) => Promise<T>,
): Promise<Described<T> & { said: { rendered?: true } }> {
  const { signal, input } = call
  const lacks = plain.page.needsJs === true || namesView(input.url)
  const browser = lacks ? await browserFor(call) : undefined
  if (!browser) return { ...plain, said: {} }
  try {
    const fetched = await renderPage(browser, input.url, { signal })
    return { fetched, page: await describe(fetched), said: { rendered: true } }
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return { ...plain, said: {} }
  }
}
