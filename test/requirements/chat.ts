import { channels, draftsAndUploads, organization } from './chat/channels.ts'
import { authentication, errors, events, limits } from './chat/common.ts'
import { conventions, overview } from './chat/conventions.ts'
import { levels } from './chat/levels.ts'
import { messages } from './chat/messages.ts'
import { presence, users } from './chat/people.ts'
import { records } from './chat/records.ts'
import { keyExchange, push, registration } from './chat/registration.ts'
import { states } from './chat/states.ts'

/** Requirements of the team chat API, in the order of its sections. */
export const chat = [
  ...overview,
  ...records,
  ...states,
  ...conventions,
  ...messages,
  ...presence,
  ...users,
  ...channels,
  ...draftsAndUploads,
  ...organization,
  ...push,
  ...keyExchange,
  ...registration,
  ...authentication,
  ...events,
  ...errors,
  ...limits,
  ...levels,
] as const
