import { text as readAll } from 'node:stream/consumers'
import { inspect, styleText } from 'node:util'
import type { ZodType } from 'zod'
import { ConfigError } from '../../app/config/config.ts'
import type { OperationError } from '../../contract/errors.ts'
import { logFailure } from '../../contract/log-failure.ts'
import {
  type AnyOperation,
  listedOf,
  type Progress,
  type Services,
} from '../../contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../contract/principal.ts'
import { settleNames, unknownArguments } from '../../core/run/argument-names.ts'
import { documentedLine, errorFacts } from '../../core/run/documented-code.ts'
import { needsAccount } from '../../core/run/linked-file.ts'
import { readArguments } from '../../core/run/read-arguments.ts'
import { runInput } from '../../core/run/run.ts'
import { errorBody } from '../../http/bodies/envelope.ts'
import { isRecord } from '../../lib/is-record.ts'
import { requireOperation } from '../suggest.ts'
import { terminalConsent } from './consent.ts'
import { onStopSignal } from './stop-signals.ts'

/**
 * `bellhop call`: runs one operation. A terminal gets the readable form and a progress line; a pipe gets JSON, on stdout whether
 * it succeeds or not. Returns whether it did.
 */
export async function call(
  services: Services,
  operations: readonly AnyOperation[],
  [name, ...words]: readonly string[],
  json: string | undefined,
): Promise<boolean> {
  if (name === undefined) {
    throw new ConfigError(
      `call needs an operation: ${operations.map((candidate) => candidate.name).join(', ')}.`,
    )
  }
  const operation = requireOperation(operations, name)
  const fields = takeFields(operation, {
    ...(await readJson(json)),
    ...readWords(operation, words),
  })
  const interrupted = new AbortController()
  using _ = onStopSignal(() => interrupted.abort())
  const isTerminal = process.stdout.isTTY
  const terminal = { input: process.stdin, output: process.stderr }
  const approve = terminalConsent(terminal, interrupted.signal)
  const work = async () => {
    const { input } = await readArguments(operation, fields)
    return runInput(operation, input, {
      signIn: async () => ownAccount(services),
      actor: needsAccount(operation, input, services) ? await ownAccount(services) : undefined,
      services,
      caller: undefined,
      principal: LOCAL_PRINCIPAL,
      signal: interrupted.signal,
      ...(approve ? { approve } : {}),
      progress: process.stderr.isTTY ? showProgress : () => {},
      paid: ({ usd, payTo, transaction }) =>
        process.stderr.write(
          `paid ${usd} USD to ${payTo}: ${transaction ?? 'no transaction named'}\n`,
        ),
    })
  }
  const outcome = await work().then(
    (output) => ({
      ok: true,
      text: isTerminal ? readable(operation, output) : JSON.stringify(output),
    }),
    (thrown: unknown) => {
      const error = logFailure(
        services.log,
        thrown,
        { operation: operation.name },
        interrupted.signal,
      )
      if (!isTerminal) return { ok: false, text: JSON.stringify(bodyOf(error, operation)) }
      const lines = [error.hint, documentedLine(error)].filter(Boolean).join('\n')
      return { ok: false, text: `${styleText('red', error.code)}: ${error.message}\n${lines}` }
    },
  )
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE)
  process.stdout.write(`${outcome.text}\n`)
  return outcome.ok
}

/** The error as routes tell it, with the code that the operation's specification documents. */
function bodyOf(error: OperationError, operation: AnyOperation): object {
  return { error: { ...errorBody(error).error, ...errorFacts(error, operation) } }
}

/** The account as which calls from this machine act in the team chat: a bot of this program. */
async function ownAccount({ accounts }: Services) {
  return accounts.actorOf({ caller: undefined, program: 'bellhop-call', isLocal: true })
}

const CLEAR_LINE = '\r\u001b[K'

function readable(operation: AnyOperation, output: Record<string, unknown>): string {
  return (
    operation.agent?.text?.(output) ??
    inspect(output, { colors: true, depth: 8, maxStringLength: 2_000 })
  )
}

function showProgress({ done = 0, total, message = '' }: Progress): void {
  const line = `${done.toLocaleString('en')}${total ? ` of ${total.toLocaleString('en')}` : ''} ${message}`
  process.stderr.write(`${CLEAR_LINE}${styleText('dim', line)}`)
}

async function readJson(json: string | undefined): Promise<Record<string, unknown>> {
  if (json === undefined) return {}
  try {
    const value: unknown = JSON.parse(json === '-' ? await readAll(process.stdin) : json)
    if (isRecord(value)) return value
  } catch {
    // Reported below, like a value of another kind.
  }
  throw new ConfigError('--json takes a JSON object, or - to read one from stdin.')
}

/** `field=value` words, and a bare word for the operation's first field, or for all of them as a JSON object where that takes none. */
function readWords(operation: AnyOperation, words: readonly string[]): Record<string, unknown> {
  const schemas: Readonly<Record<string, ZodType>> = operation.input.shape
  const [first = ''] = Object.keys(schemas)
  const [only = ''] = words
  const whole = words.length === 1 ? readValue(only, schemas[first]) : only
  if (isRecord(whole) && !schemas[first]?.safeParse(whole).success) return whole
  const fields: Record<string, unknown> = {}
  for (const word of words) {
    const [, field = first, value = word] = /^(\w+)=(.*)$/s.exec(word) ?? []
    if (field in fields) throw new ConfigError(`${operation.name} was given ${field} twice.`)
    fields[field] = readValue(value, schemas[field])
  }
  return fields
}

/** Text where the field takes it, else what the word says as JSON. */
function readValue(value: string, schema: ZodType | undefined): unknown {
  if (!schema || schema.safeParse(value).success) return value
  try {
    return JSON.parse(value)
  } catch {
    // Not JSON either: the operation reports the error.
    return value
  }
}

/** The fields under the names that the operation has for them; one that it does not know is a typing error. */
function takeFields(
  operation: AnyOperation,
  given: Record<string, unknown>,
): Readonly<Record<string, unknown>> {
  const known = Object.keys(operation.input.shape)
  const { args, others } = settleNames(known, given)
  if (Object.keys(others).length > 0) {
    throw unknownArguments(known, others, Object.keys(listedOf(operation).input.shape))
  }
  return args
}
