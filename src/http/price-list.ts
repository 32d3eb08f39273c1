import type { PriceTable } from '../pay/terms.ts'

/** The price list of an instance: the payment terms of every sold route (spec 2.1). */
export function priceList(prices: PriceTable): { routes: object[] } {
  return {
    routes: [...prices.values()].map(({ offer: { name, method, path }, terms }) => ({
      operation: name,
      method,
      path,
      ...terms,
    })),
  }
}

/** The answer of `/.well-known/x402`: which addresses can be paid, for crawlers. */
export function wellKnownX402(prices: PriceTable, baseUrl: string): object {
  return {
    version: 1,
    resources: [...prices.values()].map(({ offer: { path } }) => baseUrl + path),
    instructions: `Prices and terms: ${baseUrl}/pricing. Schemas: ${baseUrl}/openapi.json.`,
  }
}
