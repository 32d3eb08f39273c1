/** Names of the x402 headers, version 2. */
export const PAYMENT_REQUIRED_HEADER = 'PAYMENT-REQUIRED'
/** Carries the payment from the buyer. */
export const PAYMENT_SIGNATURE_HEADER = 'PAYMENT-SIGNATURE'
/** Carries the settlement back. */
export const PAYMENT_RESPONSE_HEADER = 'PAYMENT-RESPONSE'

/** Names of the version 1 headers; its challenge is the body of the 402. */
export const V1_PAYMENT_HEADER = 'X-PAYMENT'
/** Carries the settlement back, version 1. */
export const V1_RESPONSE_HEADER = 'X-PAYMENT-RESPONSE'

/** Keys of the x402 MCP transport in `_meta`. */
export const PAYMENT_META_KEY = 'x402/payment'
/** Carries the settlement back in the `_meta` of a result. */
export const PAYMENT_RESPONSE_META_KEY = 'x402/payment-response'
/** Carries a payment of version 1, as the text of its header. */
export const V1_PAYMENT_META_KEY = 'x402.payment'
/** The payment terms (spec 2.1) in the `_meta` of a sold tool. */
export const TERMS_META_KEY = 'x402/payment-terms'
