import type { Selectable } from 'kysely'
import type { CallCourse, CallEnding, CallWay } from '../contract/call-course.ts'
import { cleanLine } from '../lib/text.ts'
import type { LoggedCallTable } from '../store/tables/call-tables.ts'

/** Longest text of a message, hint or name. */
const TEXT_MAX_CHARS = 500

/** Longest text of arguments. */
const ARGUMENTS_MAX_CHARS = 300

/** A call that has ended. */
export interface LoggedCall extends CallCourse, CallEnding {}

type Row = Selectable<LoggedCallTable>
type NewRow = Omit<Row, 'id'>

/** The row of a call that is under way. */
export function rowOfCourse(course: CallCourse): NewRow {
  const { startedMs, surface, operation, usesChat, account, client, paid } = course
  const { way, programId, message, arguments: said } = course
  return {
    started_ms: startedMs,
    surface,
    operation,
    uses_chat: Number(usesChat),
    account_id: account ?? null,
    client: shortened(client),
    way: way ?? null,
    program_id: programId ?? null,
    message_id: message ?? null,
    arguments: said === undefined ? null : cleanLine(said, ARGUMENTS_MAX_CHARS),
    paid: paid?.join(' ') ?? null,
    outcome: null,
    took_ms: null,
    message: null,
    hint: null,
  }
}

/** The row of a call that has ended. */
export function rowOfCall(call: LoggedCall): NewRow {
  const { outcome, seconds, error } = call
  return {
    ...rowOfCourse(call),
    outcome,
    took_ms: Math.round(seconds * 1_000),
    message: shortened(error?.message),
    hint: shortened(error?.hint),
  }
}

function shortened(text: string | undefined): string | null {
  return text === undefined ? null : cleanLine(text, TEXT_MAX_CHARS)
}

/** What a row says of a call. */
export function courseOf({ started_ms, account_id, client, paid, ...row }: Row): CallCourse {
  const { way, program_id, message_id, arguments: said } = row
  return {
    surface: row.surface,
    operation: row.operation,
    usesChat: row.uses_chat === 1,
    startedMs: started_ms,
    ...(account_id === null ? {} : { account: account_id }),
    ...(client === null ? {} : { client }),
    ...(way === null ? {} : { way: way as CallWay }),
    ...(program_id === null ? {} : { programId: program_id }),
    ...(message_id === null ? {} : { message: message_id }),
    ...(said === null ? {} : { arguments: said }),
    ...(paid === null ? {} : { paid: paid.split(' ') }),
  }
}

/** What a row says of a call that has ended. */
export function callOf(row: Row): LoggedCall {
  const { outcome, took_ms, message, hint } = row
  const error = message === null ? undefined : { message, hint: hint ?? undefined }
  return {
    ...courseOf(row),
    outcome: outcome ?? 'ok',
    seconds: (took_ms ?? 0) / 1_000,
    ...(error ? { error } : {}),
  }
}
