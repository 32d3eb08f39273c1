import type { Call, ChargedServices, Services } from '../contract/operation.ts'

/** The services of one call: what it uses is charged to its principal, and its waiting is told as progress. */
export function chargeTo(
  services: Services,
  { principal, progress, results }: Pick<Call<unknown>, 'principal' | 'progress' | 'results'>,
): Services {
  const waiting = (ahead: number): void =>
    progress({ message: ahead === 0 ? 'next in turn' : `waiting, ${ahead} before this call` })
  const { fetch, vetAddress, sandbox, browser } = services
  const charged: ChargedServices = {
    fetch: async (url, options) => fetch(url, { ...options, principal, waiting }),
    vetAddress: async (url, options) => vetAddress(url, { ...options, principal }),
    sandbox: {
      ...sandbox,
      run: async (job, input, options) =>
        sandbox.run(job, input, { ...options, principal, waiting, results }),
    },
    browser: browser && {
      ...browser,
      render: async (url, options) => browser.render(url, { ...options, principal, waiting }),
      shoot: async (url, options) => browser.shoot(url, { ...options, principal, waiting }),
    },
  }
  return { ...services, ...charged }
}
