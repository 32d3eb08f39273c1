import type { Fetched } from '../../contract/net.ts'
import type { Call } from '../../contract/operation.ts'
import { contentKind } from '../../extract/content-kind.ts'
import { PAGE_INFO_JOB } from '../../extract/jobs.ts'
import { fileCard } from '../../extract/page-info/file-card.ts'
import { HeadScanner } from '../../extract/page-info/head-scan.ts'
import { pageOf } from '../../extract/page-info/page-answer.ts'
import { readFollowing } from '../../extract/refresh.ts'
import { STATUS_MIN_BAD } from '../../extract/refusals.ts'
import { describeRendered } from './describe-rendered.ts'

/** A card, with what only this operation needs to know of its page. */
interface Card {
  title: string
  description: string
  image: string
  siteName: string
  refresh: string
  needsJs?: true
}

/** Makes the link preview of an address, from the head of its page alone or else in a browser. Throws what fetching and the sandbox's job throw. */
export async function makeCard(call: Call<{ url: string }>) {
  const { input, services, signal } = call
  services.sandbox.prepare()
  const describe = async (found: Fetched): Promise<Card> => {
    const isImage = found.status < STATUS_MIN_BAD && contentKind(found) === 'image'
    if (isImage) return { ...fileCard(found.url), refresh: '' }
    const info = await services.sandbox.run(PAGE_INFO_JOB, pageOf(found), { signal })
    const { cardTitle: title, cardDescription: description, needsJs, ...page } = info
    const { image, siteName, refresh } = page
    return { title, description, image, siteName, refresh, ...(needsJs ? { needsJs } : {}) }
  }
  const { fetched, page } = await readFollowing(
    input.url,
    async (url, from) => {
      const head = new HeadScanner()
      return services.fetch(url, {
        signal,
        accept: 'text/html,application/xhtml+xml;q=0.9,image/*;q=0.5,*/*;q=0.1',
        ...(from ? { from } : {}),
        enough: (chunk) => head.add(chunk),
      })
    },
    describe,
  )
  const rendered = await describeRendered(call, { fetched, page }, describe)
  const { title, description, image, siteName } = rendered.page
  return { url: rendered.fetched.url, title, description, image, siteName, ...rendered.said }
}
