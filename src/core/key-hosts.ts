import { OperationError } from '../contract/errors.ts'
import type { Services } from '../contract/operation.ts'

/** Services with which a key reaches these hosts and what is below them, also by redirects; and no browser, in which pages reach what they like. */
export function withinHosts(services: Services, hosts: ReadonlySet<string>): Services {
  const permit = (url: URL): void => {
    const labels = url.hostname.toLowerCase().split('.')
    if (labels.some((_, at) => hosts.has(labels.slice(at).join('.')))) return
    throw new OperationError('forbidden', 'Your key is not for this host.', {
      hint: `It is for ${[...hosts].join(', ')}.`,
    })
  }
  const { fetch, vetAddress } = services
  return {
    ...services,
    browser: undefined,
    async fetch(url, options) {
      return fetch(url, {
        ...options,
        async permit(hop) {
          permit(hop)
          await options.permit?.(hop)
        },
      })
    },
    async vetAddress(url, options) {
      if (URL.canParse(url)) permit(new URL(url))
      return vetAddress(url, options)
    },
  }
}
