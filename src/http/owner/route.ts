import type { Context } from 'hono'
import type { LocalAccount } from '../../contract/chat.ts'
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
  work: Work
}
