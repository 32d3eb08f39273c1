import { OperationError } from '../../contract/errors.ts'
import type { Services } from '../../contract/operation.ts'

/** What one check of `doctor` found. */
export interface Finding {
  check: string
  status: 'ok' | 'warn' | 'fail'
  detail: string
}

/** A name that exists for as long as there are names (RFC 2606, 3). */
const EXAMPLE_ADDRESS = 'https://example.com/'

/** Whether public names can be looked up, as every fetch begins with. Nothing is connected to. */
export async function inspectNames(vetAddress: Services['vetAddress']): Promise<Finding> {
  const check = 'dns'
  try {
    await vetAddress(EXAMPLE_ADDRESS, { lookup: true })
    return { check, status: 'ok', detail: 'example.com leads to a public address' }
  } catch (thrown) {
    const detail =
      thrown instanceof OperationError && thrown.code === 'url_not_allowed'
        ? 'example.com does not exist here or leads to a private address: fetches will be refused'
        : `example.com cannot be looked up: ${reasonOf(thrown)}`
    return { check, status: 'warn', detail }
  }
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
