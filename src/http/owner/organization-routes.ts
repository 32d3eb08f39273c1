import { OperationError } from '../../contract/errors.ts'
import type { RawFields } from '../bodies/form-fields.ts'
import type { QuotaAmounts } from './desk.ts'
import type { OwnerRoute } from './route.ts'

/** Fields of a request to change quotas, each with the one that it names. */
const QUOTAS = {
  uploads: 'uploads',
  uploads_per_account: 'uploadsPerAccount',
  messages_per_account: 'messagesPerAccount',
} as const satisfies Record<string, keyof QuotaAmounts>

/** Routes for administrators: quotas of the organization, and moving data into and out of it. */
export const ORGANIZATION_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/owner/quotas',
    summary: 'What uploads and messages take and may take, in MiB',
    forAdministrators: true,
    work: async (_, { desk }) => shownQuotas(await desk.quotas()),
  },
  {
    method: 'POST',
    path: '/owner/quotas',
    summary: 'Set quotas, up to those of the configuration; 0 takes back what was set',
    forAdministrators: true,
    work: async ({ fields }, { desk }) => {
      await desk.setQuotas(quotasIn(fields))
      return shownQuotas(await desk.quotas())
    },
  },
  {
    method: 'GET',
    path: '/owner/moving',
    summary: 'How far exports and imports have come',
    forAdministrators: true,
    work: async (_, { desk }) => {
      const { exports, imports } = await desk.moving()
      return {
        exports,
        imports: imports.map(({ isFinished, atMs, leftOut, ...record }) => ({
          ...record,
          is_finished: isFinished,
          at: atMs === undefined ? null : new Date(atMs).toISOString(),
          left_out: leftOut,
        })),
      }
    },
  },
]

function shownQuotas({
  inForce,
  configured,
  usedMib,
}: {
  inForce: QuotaAmounts
  configured: QuotaAmounts
  usedMib: number
}) {
  return {
    used_mib: usedMib,
    quotas: Object.entries(QUOTAS).map(([name, key]) => ({
      name,
      mib: inForce[key],
      highest_mib: configured[key],
    })),
  }
}

function quotasIn(fields: RawFields): Partial<QuotaAmounts> {
  const given = Object.entries(QUOTAS).filter(([name]) => fields.has(name))
  const wrong = given.find(([name]) => !/^\d{1,9}$/.test(String(fields.get(name))))
  if (given.length > 0 && wrong === undefined) {
    return Object.fromEntries(given.map(([name, key]) => [key, Number(fields.get(name))]))
  }
  const problem = wrong ? `${wrong[0]} is no whole number of MiB.` : 'Name a quota.'
  throw new OperationError('invalid_input', problem, {
    specCode: 'BAD_REQUEST',
    hint: `Quotas are ${Object.keys(QUOTAS).join(', ')}.`,
  })
}
