import type { HeldBody } from '../../contract/held-body.ts'
import type { Call } from '../../contract/operation.ts'

/** Does the work of a call with a fetch that holds large bodies outside of memory, and releases them at its end. */
export async function holdBodies<Input, Result>(
  call: Call<Input>,
  work: (call: Call<Input>) => Promise<Result>,
): Promise<Result> {
  const { services } = call
  const bodies: HeldBody[] = []
  const fetch: typeof services.fetch = async (url, options) => {
    const fetched = await services.fetch(url, { ...options, hold: true })
    if (fetched.held) bodies.push(fetched.held)
    return fetched
  }
  try {
    return await work({ ...call, services: { ...services, fetch } })
  } finally {
    for (const body of bodies) body.release()
  }
}
