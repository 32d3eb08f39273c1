import { z } from 'zod'

/** x402 revision that this seller speaks; the buyer reads version 1 too. */
export const X402_VERSION = 2

const hex = (bytes: number) => z.string().regex(new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`))
const short = (max: number) => z.string().max(max)

/** An EVM address in any case. */
export const addressSchema = hex(20).transform((text) => text as `0x${string}`)

/** An amount in atomic units of its token: decimal digits, below 2^53, since ledgers add them up. */
export const amountSchema = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/)
  .refine((digits) => Number.isSafeInteger(Number(digits)), 'too large')

/** Seconds since 1970 as decimal digits. */
const instant = z.string().regex(/^\d{1,15}$/)

/** CAIP-2 name of a network, e.g. `eip155:8453`. */
const network = z
  .string()
  .regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)
  .transform((text) => text as `${string}:${string}`)

const requirements = {
  scheme: short(64),
  network,
  amount: amountSchema,
  asset: addressSchema,
  payTo: addressSchema,
  maxTimeoutSeconds: z.int().positive(),
  extra: z.record(short(64), z.unknown()).default({}),
}

/** What must be paid, to whom and how (x402 v2, PaymentRequirements), without unknown members. */
export const requirementsSchema = z.object(requirements)

/** A payment option as a seller sent it, with unknown members: a buyer has to repeat the choice unchanged. */
export const offeredSchema = z.looseObject(requirements)

/** The resource that is paid for (x402 v2, ResourceInfo). */
export const resourceSchema = z.looseObject({
  url: short(4_096),
  description: short(4_096).optional(),
  mimeType: short(256).optional(),
})

/** A signed EIP-3009 authorization, which anybody may hand to the chain once. */
export const authorizationSchema = z.object({
  from: addressSchema,
  to: addressSchema,
  value: amountSchema,
  validAfter: instant,
  validBefore: instant,
  nonce: hex(32).transform((text) => text as `0x${string}`),
})

/** Signatures of smart wallets are longer than the 65 bytes of a key. */
const signature = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2}){1,4096}$/)
  .transform((text) => text as `0x${string}`)

/** Idempotency id of the x402 extension `payment-identifier`. */
const paymentIdentifier = z.object({
  info: z.object({
    id: z
      .string()
      .regex(/^[\w-]{16,128}$/)
      .optional(),
  }),
})

/** Name of the x402 extension with an idempotency id. */
const PAYMENT_IDENTIFIER = 'payment-identifier'

/** What a buyer says of extensions: kept as it is, since facilitators read it, with an id of the right form or none. */
const extensionsSchema = z
  .record(z.string(), z.unknown())
  .refine(
    ({ [PAYMENT_IDENTIFIER]: said }) =>
      said === undefined || paymentIdentifier.safeParse(said).success,
    'no payment id',
  )

/**
 * A payment as the seller takes it: scheme `exact` by EIP-3009. What is signed and agreed has no unknown members; `resource` and
 * `extensions` are the buyer's words to the facilitator, byte for byte, and nothing here acts on them but the id of the payment.
 */
export const paymentSchema = z.object({
  x402Version: z.literal(X402_VERSION),
  resource: z.unknown().optional(),
  accepted: requirementsSchema,
  payload: z.object({ signature, authorization: authorizationSchema }),
  extensions: extensionsSchema.optional(),
})

/** A payment of version 1: the terms that it accepts are named only by scheme and network. */
export const paymentV1Schema = z.object({
  x402Version: z.literal(1),
  scheme: short(64),
  network: short(64),
  payload: paymentSchema.shape.payload,
})

/** The idempotency id that a buyer gave, if any. */
export function readPaymentId(extensions: Readonly<Record<string, unknown>> | undefined) {
  return paymentIdentifier.safeParse(extensions?.[PAYMENT_IDENTIFIER]).data?.info.id
}

/** The challenge of a seller (x402 v2, PaymentRequired). */
export const paymentRequiredSchema = z.object({
  x402Version: z.literal(X402_VERSION),
  error: short(4_096).optional(),
  resource: resourceSchema,
  accepts: z.array(z.unknown()).min(1).max(32),
  extensions: z.record(short(64), z.unknown()).optional(),
})

/** A member that some programs write as null where they have nothing to say. */
function absent<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined)
}

/** The outcome of a payment (x402, SettlementResponse; version 1 has the same fields). */
export const settlementSchema = z
  .object({
    success: z.boolean(),
    transaction: absent(z.string().regex(/^(0x[0-9a-fA-F]{1,128})?$/)),
    network: absent(short(64)),
    payer: absent(addressSchema),
    amount: absent(amountSchema),
    errorReason: absent(short(256)),
    errorMessage: absent(short(4_096)),
  })
  .transform(({ success, transaction, network: place, ...details }) => ({
    success,
    transaction: transaction ?? '',
    network: place ?? '',
    ...withoutAbsent(details),
  }))

/** The members that say something. */
function withoutAbsent<T extends object>(
  members: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const said = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/** One payment option of a version 1 challenge, whose network has a plain name such as `base`. */
export const requirementsV1Schema = z.looseObject({
  scheme: short(64),
  network: short(64),
  maxAmountRequired: amountSchema,
  asset: addressSchema,
  payTo: addressSchema,
  maxTimeoutSeconds: z.int().positive(),
  resource: short(4_096).optional(),
  description: short(4_096).optional(),
  mimeType: short(256).optional(),
  extra: z.record(short(64), z.unknown()).nullish(),
})

/** The challenge of a version 1 seller, which is the body of its 402. */
export const paymentRequiredV1Schema = z.object({
  x402Version: z.literal(1),
  error: short(4_096).optional(),
  accepts: z.array(z.unknown()).min(1).max(32),
})

/** What must be paid, to whom and how. */
export type PaymentRequirements = z.output<typeof requirementsSchema>
/** A signed EIP-3009 authorization. */
export type Authorization = z.output<typeof authorizationSchema>
/** A payment as the seller takes it. */
export type Payment = z.output<typeof paymentSchema>
/** The outcome of a payment. */
export type Settlement = z.output<typeof settlementSchema>
/** One payment option of a version 1 challenge. */
export type PaymentRequirementsV1 = z.output<typeof requirementsV1Schema>

/** A challenge as this seller sends it. */
export interface PaymentRequired {
  x402Version: typeof X402_VERSION
  error?: string
  resource: z.output<typeof resourceSchema>
  accepts: PaymentRequirements[]
  extensions?: Record<string, unknown>
}

/** A payment option of a seller that could not be read: the members that are not as its version has them. */
export interface MisreadOffer {
  members: ReadonlySet<string>
  /** What it names, where that could be read. */
  scheme: string | undefined
  network: string | undefined
}

/** A challenge of either version, as far as a buyer could read it. */
export type Challenge = (PaymentRequired | PaymentRequiredV1) & {
  misread?: readonly MisreadOffer[]
}

/** A version 1 challenge, with the payment options that could be read. */
export interface PaymentRequiredV1 {
  x402Version: 1
  error?: string
  accepts: PaymentRequirementsV1[]
}
