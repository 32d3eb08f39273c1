import type { Context } from 'hono'
import type { LocalAccount } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Services } from '../../contract/operation.ts'
import type { RawFields } from '../bodies/form-fields.ts'
import type { RequestRoom } from '../bodies/request-body.ts'
import type { Callers } from '../callers/callers.ts'
import type { Dialect } from '../routes/dialect.ts'
import type { OwnerDesk } from './desk.ts'

/** Dependencies of the owner's routes. */
export interface OwnerRouteParts {
  services: Services
  callers: Callers
  desk: OwnerDesk
  /** Writes failures in the format of the chat routes. */
  dialect: Dialect
  /** Key by which limits count the caller. */
  peerOf(c: Context): string
  room: RequestRoom
}

/** One request of the owner. */
export interface Visit {
  c: Context
  actor: LocalAccount
  fields: RawFields
}

/** Does what a request is for. */
export type Work = (visit: Visit, parts: OwnerRouteParts) => Promise<object>

/** A route of the owner, below `/owner`. */
export interface OwnerRoute {
  method: 'GET' | 'POST'
  path: string
  /** What it is for, for documents. */
  summary: string
  /** Whether others than owners who administer the organization may come here. */
  forAdministrators?: true
  /** Whether everybody may come here who has an agent, for their own. */
  forAgentOwners?: true
  work: Work
}

/** Role of owners of the organization; lower ones may more. */
const OWNER_ROLE = 100

/** Whether an account is an owner of the organization. */
export function isOwner({ user }: Pick<LocalAccount, 'user'>): boolean {
  return user.role <= OWNER_ROLE
}

/** Throws `forbidden` where a request that raises a limit does not hold the password of whoever makes it. */
export async function requirePassword(
  { c, actor: { user }, fields }: Visit,
  { services, peerOf }: OwnerRouteParts,
): Promise<void> {
  const password = fields.get('password')
  const { sessions } = await services.chat()
  const isRight =
    typeof password === 'string' && (await sessions.isPassword(user, password, peerOf(c)))
  if (!isRight) {
    throw new OperationError('forbidden', 'Raising a limit needs your password.', {
      specCode: 'PASSWORD_REQUIRED',
      hint: 'Lower limits need none.',
    })
  }
}

/** The refusal of a route to whoever it is not for. */
export function notForThem(who: string): OperationError {
  return new OperationError('forbidden', `Only ${who} may see this.`, {
    specCode: 'UNAUTHORIZED_PRINCIPAL',
  })
}
