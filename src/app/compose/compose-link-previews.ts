import type { Chat } from '../../chat/kernel/types.ts'
import type { Fetched } from '../../contract/net.ts'
import type { Services } from '../../contract/operation.ts'
import type { Config } from '../config/config.ts'

/** Reads what pages behind links of the chat say of themselves, where the operator wants that: the head of the page alone. */
export function composeLinkPreviews(
  config: Config,
  services: () => Pick<Services, 'fetch' | 'sandbox'>,
): Pick<Chat, 'describeLink'> {
  if (!config['link-previews']) return {}
  return {
    async describeLink(address, { signal, principal }) {
      const { PAGE_INFO_JOB } = await import('../../extract/jobs.ts')
      const { HeadScanner } = await import('../../extract/page-info/head-scan.ts')
      const { pageOf } = await import('../../extract/page-info/page-answer.ts')
      const { readFollowing } = await import('../../extract/refresh.ts')
      const { STATUS_MIN_BAD } = await import('../../extract/refusals.ts')
      const { fetch, sandbox } = services()
      const fetchHead = async (url: string, from?: Fetched) => {
        const head = new HeadScanner()
        return fetch(url, {
          signal,
          principal,
          accept: 'text/html,application/xhtml+xml',
          ...(from ? { from } : {}),
          enough: (chunk) => head.add(chunk),
        })
      }
      const { fetched, page } = await readFollowing(address, fetchHead, async (found) =>
        sandbox.run(PAGE_INFO_JOB, pageOf(found), { signal, principal }),
      )
      if (fetched.status >= STATUS_MIN_BAD) return undefined
      return { title: page.cardTitle, description: page.cardDescription }
    },
  }
}
