import type { CallCourse, CallWay } from '../../contract/call-course.ts'
import { sayArguments } from '../../lib/say-arguments.ts'
import type { ServedClient } from '../server-parts.ts'
import { currentVisit, type Visit } from './visit.ts'

/** Longest name, and longest version, of a program. */
const NAME_MAX_CHARS = 100

/** What a client says of its program. */
interface ProgramFacts {
  program: string | undefined
  programVersion?: string | undefined
}

/** Notes who makes a call over MCP, and with what: its program, how it was let in, and its account where that has a key or consent. */
export function noteCaller(
  course: CallCourse,
  args: Readonly<Record<string, unknown>>,
  { client, facts }: { client: ServedClient; facts: ProgramFacts },
): void {
  const { caller, isLocal = false, session, chatName } = client
  const visit = currentVisit()
  const { program, programVersion } = facts
  const said = sayArguments(args)
  Object.assign(course, {
    isAgent: true,
    // Accounts without one of their own are found by these.
    caller: [caller ?? session ?? 'local', chatName ?? program].join(' '),
    way: isLocal ? 'local' : wayOf(visit, caller),
    ...(visit?.right ? { account: visit.right.user.id } : {}),
    ...(visit?.programId === undefined ? {} : { programId: visit.programId }),
    ...(program === undefined
      ? {}
      : { client: [program, programVersion].map(cut).join(' ').trim() }),
    ...(said === undefined ? {} : { arguments: said }),
  } satisfies Partial<CallCourse>)
}

function wayOf(visit: Visit | undefined, caller: string | undefined): CallWay {
  if (visit?.scopes) return 'oauth'
  return caller === undefined ? 'open' : 'key'
}

function cut(text = ''): string {
  return text.slice(0, NAME_MAX_CHARS)
}
