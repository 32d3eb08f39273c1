import { once } from '../lib/once.ts'
import type { Permit } from '../net/robots/obeying-fetch.ts'
import type { RobotsSettings } from '../net/robots/robots.ts'
import type { Config } from './config/config.ts'

/** What asks the robots.txt of servers before their pages are read, where the operator wants that. */
export function composeRobots(
  { robots }: Pick<Config, 'robots'>,
  settings: RobotsSettings,
): Permit | undefined {
  if (robots === 'ignore') return undefined
  const open = once(async () => {
    const { Robots } = await import('../net/robots/robots.ts')
    return new Robots(settings)
  })
  return async (url, principal) => (await open()).check(url, principal)
}
