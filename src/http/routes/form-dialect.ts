import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { LocalAccount } from '../../contract/chat.ts'
import type { OperationError } from '../../contract/errors.ts'
import type { AnyOperation, Services } from '../../contract/operation.ts'
import { formCodeOf } from '../../core/run/documented-code.ts'
import { principalOfCaller, NO_HOST_ACCESS, principalOfUser } from '../../core/run/principals.ts'
import { runOperation } from '../../core/run/run.ts'
import { requestIdField } from '../../lib/request.ts'
import { sayArguments } from '../../lib/say-arguments.ts'
import { answerJson } from '../bodies/answer-json.ts'
import { retryAfterOf } from '../bodies/envelope.ts'
import { CLIENT_FIELD, decodeForm, readFields } from '../bodies/form-fields.ts'
import type { RequestRoom } from '../bodies/request-body.ts'
import { readUpload } from '../bodies/upload-body.ts'
import { type Callers, givenName } from '../callers/callers.ts'
import { responseOf } from '../callers/peer.ts'
import { AnswerPace } from '../fairness/answer-pace.ts'
import { AnswerTurns } from '../fairness/answer-turns.ts'
import { chargeAnswer } from '../fairness/unread-answers.ts'
import type { Dialect } from './dialect.ts'

/** Prefix of the chat's routes. */
export const CHAT_BASE = '/api/v1'

/** Where they are described. */
export const CHAT_DOCUMENT_PATH = `${CHAT_BASE}/openapi.json` as const

/** What the chat routes need besides operations. */
export interface FormDialectParts {
  services: Services
  callers: Callers
  /** Room for request bodies. */
  room: RequestRoom
  /** How long polls wait for each other before they are taken up. */
  gatherMs?: number | undefined
  /** How fast large answers of one caller are written. */
  pace?: AnswerPace | undefined
}

/** The chat routes (chat spec sections 4.1, 5 and 7): form fields in, an envelope out, accounts with keys. */
export function formDialect({
  services,
  callers,
  room,
  gatherMs = 0,
  pace = new AnswerPace(),
}: FormDialectParts): Dialect {
  const turns = new AnswerTurns()
  // One event may wake all polls of a caller at once.
  const pollTurns = new AnswerTurns(Infinity)
  const gatherPoll = gatherPolls(gatherMs)
  return {
    base: CHAT_BASE,
    fail: answerFailure,
    async serve(c, operation, { peer: from = '', course }) {
      const { takesFile, method, polls = false } = operation.http
      if (polls && gatherMs > 0) await gatherPoll()
      const account = await admit(callers, c, from, operation)
      if (account) {
        const { user, client } = account
        const way = c.req.header('authorization') === undefined ? 'session' : 'key'
        Object.assign(course, {
          account: user.id,
          client,
          isAgent: user.bot_owner_id !== null,
          way,
        })
      }
      const principal = account
        ? principalOfUser(account.user.id)
        : principalOfCaller({ caller: undefined, peer: from }, services.accounts, NO_HOST_ACCESS)
      chargeAnswer(responseOf(c), principal.id)
      const request = c.req.raw
      using _ = room.take(request, principal.id)
      using large = room.leaseLarge(principal.id)
      const { fields, file } = takesFile
        ? await readUpload(request, large, (bytes) => room.pace(principal.id, bytes))
        : { fields: await readFields(request, large), file: undefined }
      const { input, ignored } = decodeForm(operation, fields, c.req.param())
      const client = givenName(fields.get(CLIENT_FIELD))
      const actor = account && client !== undefined ? { ...account, client } : account
      const call = {
        services,
        caller: undefined,
        actor,
        principal,
        peer: from,
        file,
        signal: request.signal,
        progress: () => {},
        ...(course.isAgent
          ? { about: (messageId: number) => void (course.message = messageId) }
          : {}),
      }
      const said = course.isAgent ? sayArguments(input) : undefined
      if (said !== undefined) course.arguments = said
      const endTurn = operation.answersMuch
        ? await turns.take(principal.id, request.signal)
        : () => {}
      try {
        const awaitPace = async () => pace.take(principal.id, request.signal)
        let output: Record<string, unknown> | undefined = await runOperation(operation, input, call)
        // A poll can be run again: its events are not in memory while they wait to be written.
        if (polls && pace.isBehind(principal.id)) output = undefined
        await awaitPace()
        output ??= await runOperation(operation, input, call)
        const rest = ignored.length === 0 ? {} : { ignored_parameters_unsupported: ignored }
        const endPoll = polls ? await pollTurns.take(principal.id, request.signal) : () => {}
        try {
          return await answerJson(
            c,
            { result: 'success', msg: '', ...output, ...rest },
            {
              awaitPace,
              onWritten: (chars) => pace.charge(principal.id, chars),
              onEnd: endTurn,
              mayRepeat: method === 'GET' && !polls,
              isPaced: operation.answersMuch === true && method !== 'GET',
            },
          )
        } finally {
          endPoll()
        }
      } catch (thrown) {
        endTurn()
        throw thrown
      }
    },
  }
}

/**
 * Lets polls wait for those that come within some time: one event wakes many, which come again at once, and what each looks up in a
 * database elsewhere is one question for all.
 */
function gatherPolls(gatherMs: number): () => Promise<void> {
  let gathered: Promise<void> | undefined
  return async () => {
    gathered ??= sleep(gatherMs).finally(() => {
      gathered = undefined
    })
    await gathered
  }
}

/** The account that calls, where it matters. */
async function admit(
  callers: Callers,
  c: Context,
  from: string,
  { http, effects }: Pick<AnyOperation, 'http' | 'effects'>,
): Promise<LocalAccount | undefined> {
  const { anonymous = false, ignoresCredentials, tries, polls = false } = http
  if (ignoresCredentials) {
    callers.count(c, from)
    return undefined
  }
  return callers.admit(c, from, {
    anonymous,
    sessions: true,
    changes: !effects.readOnly,
    polls,
    triesSecret: tries !== undefined,
  })
}

/**
 * Challenges a page to sign in (RFC 9110, section 11.6.1) with a scheme unknown to browsers: for `Basic` they would show a
 * password dialog.
 */
export const PAGE_CHALLENGE = 'Session realm="bellhop"'

/** Whether a page made the request rather than a navigation. Only browsers send this header. */
function isOfPage(c: Context): boolean {
  const mode = c.req.header('sec-fetch-mode') ?? 'navigate'
  return mode !== 'navigate' || c.req.header('x-csrftoken') !== undefined
}

function answerFailure(c: Context, error: OperationError): Response {
  if (error.code === 'unauthorized') {
    c.header('www-authenticate', isOfPage(c) ? PAGE_CHALLENGE : 'Basic realm="bellhop"')
  }
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined) c.header('retry-after', retryAfter)
  const problems = error.specCode === undefined ? firstProblem(error.fields['problems']) : undefined
  const body = {
    result: 'error',
    msg: problems ?? error.message,
    code: formCodeOf(error),
    ...(problems === undefined ? error.fields : {}),
    ...requestIdField('request_id'),
  }
  // 499 records a disconnected caller; hono's types know registered codes only.
  return c.json(body, error.status as ContentfulStatusCode)
}

/** One line about the first field that the schema refused. */
function firstProblem(problems: unknown): string | undefined {
  if (typeof problems !== 'object' || problems === null) return undefined
  const [first] = Object.entries(problems as Record<string, readonly string[]>)
  if (!first) return undefined
  const [name, [message = 'invalid value']] = first
  return message.startsWith('is ') ? `${name} ${message}` : `Invalid ${name}: ${message}`
}
