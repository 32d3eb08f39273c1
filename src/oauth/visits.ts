import { AsyncLocalStorage } from 'node:async_hooks'
import type { Sender } from '../contract/oauth.ts'
import type { Payload } from './payload.ts'

/** A request while the library works for it: what it is charged to, which the library does not hand on. */
export interface Visit {
  from: Sender
  /** Whether somebody is asked to let a program in, and not a program that was let in before. */
  isNew: boolean
  /** What was found of clients: the library looks again for one that it could not find. */
  found: Map<string, Promise<Payload | undefined>>
}

/** The visit that the running code works for; nothing outside of requests. */
export const visits = new AsyncLocalStorage<Visit>()
