import type { OperatorFetch } from '../../contract/net.ts'
import type { OutgoingProxy } from '../guard/outgoing-proxy.ts'

/** What all requests to the operator's endpoints share. */
export interface OperatorFetchSettings {
  userAgent: string
  /** The proxy by which endpoints are reached, but for those that it is not used for. Default: none. */
  proxy?: OutgoingProxy | undefined
}

/**
 * Builds the second outgoing fetch of this process: for endpoints that the operator configured, on an agent of its own, so that
 * no connection is ever shared with a page.
 */
export function createOperatorFetch({ userAgent, proxy }: OperatorFetchSettings): OperatorFetch {
  let opening: Promise<OperatorFetch> | undefined
  return async (url, request) => {
    // Loaded on first use: the HTTP client takes longer to load than the rest of the server.
    opening ??= import('./operator-request.ts').then(({ openOperatorFetch }) =>
      openOperatorFetch(userAgent, proxy),
    )
    return (await opening)(url, request)
  }
}
