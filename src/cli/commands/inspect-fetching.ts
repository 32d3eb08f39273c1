import { OperationError } from '../../contract/errors.ts'
import type { Services } from '../../contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../contract/principal.ts'

/** What one check of `doctor` found. */
export interface Finding {
  check: string
  status: 'ok' | 'warn' | 'fail'
  detail: string
}

/** A page that exists for as long as there are names (RFC 2606, 3). */
const EXAMPLE_ADDRESS = 'https://example.com/'

/**
 * Whether public names can be looked up, and if so, whether a public page can be fetched. What is in the way is told in the words
 * of the first call that meets it.
 */
export async function inspectFetching(
  { vetAddress, fetch }: Pick<Services, 'vetAddress' | 'fetch'>,
  isResolvedByProxy: boolean,
): Promise<Finding[]> {
  const principal = LOCAL_PRINCIPAL
  const good = isResolvedByProxy
    ? 'the outgoing proxy looks names up; the addresses they lead to are not checked here'
    : 'example.com leads to a public address'
  const names = await tried('dns', good, async () =>
    vetAddress(EXAMPLE_ADDRESS, { lookup: true, principal }),
  )
  if (names.status !== 'ok') return [names]
  const { signal } = new AbortController()
  const page = await tried('fetch', 'a page of example.com can be fetched', async () =>
    fetch(EXAMPLE_ADDRESS, { signal, principal, enough: () => true }),
  )
  return [names, page]
}

async function tried(check: string, good: string, work: () => Promise<unknown>): Promise<Finding> {
  try {
    await work()
    return { check, status: 'ok', detail: good }
  } catch (thrown) {
    return { check, status: 'warn', detail: `example.com: ${reasonOf(thrown)}` }
  }
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const hint = thrown instanceof OperationError ? (thrown.hint ?? '') : ''
  return `${thrown.message} ${hint}`.trim()
}
