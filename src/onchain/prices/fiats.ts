/** Currencies of states that prices are given in (ISO 4217). */
export const FIATS: ReadonlySet<string> = new Set(
  (
    'USD EUR GBP JPY CHF CAD AUD NZD CNY HKD SGD KRW INR BRL MXN ZAR SEK NOK DKK PLN CZK HUF TRY ILS AED SAR ' +
    'THB IDR MYR PHP VND TWD ARS CLP COP NGN PKR BDT UAH'
  ).split(' '),
)
