import type { MiddlewareHandler } from 'hono'
import type { KeyPlans } from '../core/key-plans.ts'
import type { KeyCheck } from './key-check.ts'

/** Tells callers with a key what is left of its plan (`RateLimit-*`), with every answer. */
export function tellPlans(
  plans: Pick<KeyPlans, 'left'> | undefined,
  keys: Pick<KeyCheck, 'nameIn'>,
): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const name = plans && keys.nameIn(c)
    const left = name === undefined ? undefined : plans?.left(name)
    if (!left) return
    c.res.headers.set('ratelimit-limit', String(left.limit))
    c.res.headers.set('ratelimit-remaining', String(left.remaining))
    c.res.headers.set('ratelimit-reset', String(left.resetSeconds))
  }
}
