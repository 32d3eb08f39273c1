import { text as readAll } from 'node:stream/consumers'
import { inspect, styleText } from 'node:util'
import type { ZodType } from 'zod'
import { ConfigError } from '../../app/config/config.ts'
import { toOperationError } from '../../contract/errors.ts'
import { logFailure } from '../../contract/log-failure.ts'
import type { AnyOperation, Progress, Services } from '../../contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../contract/principal.ts'
import { needsAccount } from '../../core/linked-file.ts'
import { runOperation } from '../../core/run.ts'
import { errorBody } from '../../http/envelope.ts'
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
  const operation = operations.find((candidate) => candidate.name === name)
  if (!operation) {
    throw new ConfigError(
      `call needs an operation: ${operations.map((candidate) => candidate.name).join(', ')}.`,
    )
  }
  const input = { ...(await readJson(json)), ...readWords(operation, words) }
  refuseUnknownFields(operation, input)
  const interrupted = new AbortController()
  using _ = onStopSignal(() => interrupted.abort())
  const isTerminal = process.stdout.isTTY
  const terminal = { input: process.stdin, output: process.stderr }
  const approve = terminalConsent(terminal, interrupted.signal)
  const work = async () =>
    runOperation(operation, input, {
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
  const outcome = await work().then(
    (output) => ({
      ok: true,
      text: isTerminal ? readable(operation, output) : JSON.stringify(output),
    }),
    (thrown: unknown) => {
      const error = toOperationError(thrown)
      logFailure(services.log, thrown, { operation: operation.name })
      const text = `${styleText('red', error.code)}: ${error.message}\n${error.hint ?? ''}`
      return { ok: false, text: isTerminal ? text : JSON.stringify(errorBody(error)) }
    },
  )
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE)
  process.stdout.write(`${outcome.text}\n`)
  return outcome.ok
}

/** In the team chat, calls from this machine act as a bot of this program. */
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
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Reported below, like a value of another kind.
  }
  throw new ConfigError('--json takes a JSON object, or - to read one from stdin.')
}

/** `field=value` words, and a bare word for the operation's first field. */
function readWords(operation: AnyOperation, words: readonly string[]): Record<string, unknown> {
  const schemas: Readonly<Record<string, ZodType>> = operation.input.shape
  const [first = ''] = Object.keys(schemas)
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

function refuseUnknownFields(operation: AnyOperation, input: Record<string, unknown>): void {
  const fields = Object.keys(operation.input.shape)
  const unknown = Object.keys(input).find((field) => !fields.includes(field))
  if (unknown === undefined) return
  throw new ConfigError(
    `${operation.name} has no field "${unknown}"; it takes ${fields.join(', ')}.`,
  )
}
