import type { MiddlewareHandler } from 'hono'
import {
  PAYMENT_REQUIRED_HEADER,
  PAYMENT_RESPONSE_HEADER,
  PAYMENT_SIGNATURE_HEADER,
  V1_PAYMENT_HEADER,
  V1_RESPONSE_HEADER,
} from '../../pay/protocol/names.ts'
import type { PriceTable } from '../../pay/protocol/terms.ts'
import type { NodeBindings } from '../callers/peer.ts'
import { REQUEST_ID_HEADER } from '../limits.ts'
import { REPLAYED_HEADER } from './paywall.ts'

/** How long a browser remembers what a sold route permits. */
const PREFLIGHT_MAX_AGE_S = 600

/** What pages of other origins may read of an answer. */
const EXPOSED = [
  PAYMENT_REQUIRED_HEADER,
  PAYMENT_RESPONSE_HEADER,
  V1_RESPONSE_HEADER,
  REPLAYED_HEADER,
  'Retry-After',
  REQUEST_ID_HEADER,
].join(', ')

/** What they may send; stock buyers of version 1 send the name of an answer's header, too. */
const ACCEPTED = [
  'content-type',
  PAYMENT_SIGNATURE_HEADER,
  V1_PAYMENT_HEADER,
  'Access-Control-Expose-Headers',
].join(', ')

/** Whether a route is sold: it looks at no cookie and no key, so that any page may call it. */
export type IsSold = (path: string) => boolean

/** Tells the sold routes from others. */
export function soldRoutes(prices: PriceTable | undefined): IsSold {
  const paths = new Set([...(prices?.values() ?? [])].map(({ offer }) => offer.path))
  return (path) => paths.has(path)
}

/** Lets pages of any origin buy: on sold routes, and on no others (Fetch standard, CORS protocol). */
export function allowBuyers(isSold: IsSold): MiddlewareHandler<{ Bindings: NodeBindings }> {
  return async (c, next) => {
    if (!isSold(c.req.path)) return next()
    if (c.req.method === 'OPTIONS') {
      return c.body(null, 204, {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': ACCEPTED,
        'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
      })
    }
    await next()
    c.res.headers.set('access-control-allow-origin', '*')
    c.res.headers.set('access-control-expose-headers', EXPOSED)
    return undefined
  }
}
