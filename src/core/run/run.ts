import { z } from 'zod'
import type { CallCourse } from '../../contract/call-course.ts'
import {
  cancelled,
  type ErrorCode,
  OperationError,
  toOperationError,
} from '../../contract/errors.ts'
import type { VetAddress } from '../../contract/net.ts'
import {
  type AnyOperation,
  type BeforePayment,
  type Call,
  type ChargedServices,
  here,
  listedOf,
  type Services,
} from '../../contract/operation.ts'
import { traced } from '../../lib/request.ts'
import { goesElsewhere } from './destination-field.ts'
import { looksForWords } from './find-field.ts'
import { findFileLink, bindToFile } from './linked-file.ts'

/**
 * The input of a call, in order: it fits the schema, and `check` finds nothing wrong with it. Throws `invalid_input` with
 * one line per field, and what `check` throws. `beforePayment` where a payment comes next; `mend` makes another input
 * of one that does not fit.
 */
export async function readInput<Raw>(
  operation: AnyOperation,
  rawInput: Raw,
  beforePayment?: BeforePayment,
  mend?: (input: Raw) => unknown,
): Promise<Record<string, unknown>> {
  const input = await parseInput(operation, rawInput, mend)
  await operation.check?.(input, beforePayment)
  return input
}

async function parseInput<Raw>(
  operation: AnyOperation,
  rawInput: Raw,
  mend?: (input: Raw) => unknown,
): Promise<Record<string, unknown>> {
  const parsed = operation.input.safeParse(rawInput)
  if (parsed.success) return parsed.data as Record<string, unknown>
  if (mend) return parseInput(operation, mend(rawInput))
  const { explainProblems } = await import('./explain-problems.ts')
  const problems = z.flattenError(parsed.error as z.ZodError<Record<string, unknown>>)
  throw new OperationError('invalid_input', explainProblems(operation, parsed.error, rawInput), {
    hint: `Fields of ${operation.name}: ${Object.keys(listedOf(operation).input.shape).join(', ')}.`,
    fields: {
      problems: {
        ...problems.fieldErrors,
        ...(problems.formErrors.length ? { _: problems.formErrors } : {}),
      },
    },
    cause: parsed.error,
  })
}

/**
 * Refuses an address that `run` would not fetch, and a file that it would not find, before anything is charged (spec 4,
 * rule 3: the rule is about fields named `url`). Names are looked up only for callers who mean to pay.
 */
export async function validateInput(
  operation: AnyOperation,
  input: Record<string, unknown>,
  { services, actor, signal }: Pick<Call<unknown>, 'services' | 'actor' | 'signal'>,
  options: Parameters<VetAddress>[1],
): Promise<void> {
  const link = findFileLink(operation, input, services)
  if (link !== undefined) {
    await services.files.open(link, { actor, signal })
    return
  }
  const { url } = input
  if (operation.effects.openWorld && typeof url === 'string') {
    await services.vetAddress(url, options)
  }
}

/** The one path every surface takes: read the input, choose the place, validate the output. */
export async function runOperation(
  operation: AnyOperation,
  rawInput: unknown,
  call: Omit<Call<unknown>, 'input'>,
): Promise<Record<string, unknown>> {
  return runInput(operation, await readInput(operation, rawInput), call)
}

/** `runOperation` for an input that was read before, where something stands between reading it and the work. */
export async function runInput(
  operation: AnyOperation,
  input: Record<string, unknown>,
  call: Omit<Call<unknown>, 'input'>,
): Promise<Record<string, unknown>> {
  if (call.signal.aborted) throw cancelled()
  using own = call.results ? undefined : call.services.sandbox.leaseResults(call.principal.id)
  const output = await runPlaced(operation, input, { ...call, results: call.results ?? own })
  return operation.output.parse(output) as Record<string, unknown>
}

/** Files of the chat are read in this process, wherever else the operation runs: no other instance learns of them. */
async function runPlaced(
  operation: AnyOperation,
  input: Record<string, unknown>,
  call: Omit<Call<unknown>, 'input'>,
): Promise<unknown> {
  const link = findFileLink(operation, input, call.services)
  if (link === undefined) {
    const services = chargeTo(call.services, call)
    const isOurs = looksForWords(operation, input) || goesElsewhere(operation, input)
    const place = isOurs ? here : services.place
    return place(operation, { ...call, services, input })
  }
  const services = chargeTo(await bindToFile(link, call), call)
  return here(operation, { ...call, services, input })
}

/**
 * Counts and times what a surface does for one call, and throws what its caller is told. By `signal` it is known whether that one
 * went away. `note` tells of an outcome that is an answer and still not what was called for, such as a challenge; `course` is for what
 * the surface learns of the call.
 */
export async function observeRun<T>(
  services: Pick<Services, 'observeCall' | 'followCall' | 'now' | 'tracer'>,
  { surface, signal }: { surface: string; signal: AbortSignal },
  operation: AnyOperation,
  serve: (note: (outcome: ErrorCode) => void, course: CallCourse) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  const { name, usesAccount: usesChat = false, http } = operation
  const startedMs = services.now().getTime()
  const course: CallCourse = {
    surface,
    operation: name,
    usesChat,
    polls: http.polls === true,
    startedMs,
  }
  const end = services.followCall?.(course)
  let outcome = 'ok'
  let error: OperationError | undefined
  try {
    const span = [name, { 'bellhop.surface': surface }] as const
    return await traced(services.tracer, span, async (noteSpan) =>
      serve((noted) => {
        outcome = noted
        noteSpan(noted)
      }, course),
    )
  } catch (thrown) {
    error = toOperationError(thrown, signal)
    outcome = error.code
    throw error
  } finally {
    const seconds = (performance.now() - startedAt) / 1_000
    services.observeCall(surface, name, outcome, seconds)
    end?.({ outcome, seconds, ...(error ? { error } : {}) })
  }
}

/** The services of one call: what it uses is charged to its principal, and its waiting is told as progress. */
export function chargeTo(
  services: Services,
  { principal, progress, results }: Pick<Call<unknown>, 'principal' | 'progress' | 'results'>,
): Services {
  const waiting = (ahead: number): void =>
    progress({ message: ahead === 0 ? 'next in turn' : `waiting, ${ahead} before this call` })
  const { fetch, vetAddress, sandbox, browser, tracer } = services
  const charged: ChargedServices = {
    fetch: async (url, options) =>
      traced(tracer, ['fetch', {}], async () => fetch(url, { ...options, principal, waiting })),
    vetAddress: async (url, options) => vetAddress(url, { ...options, principal }),
    sandbox: {
      ...sandbox,
      run: async (job, input, options) =>
        traced(tracer, ['parse', { 'bellhop.job': job.name }], async () =>
          sandbox.run(job, input, { ...options, principal, waiting, results }),
        ),
    },
    browser: browser && {
      ...browser,
      render: async (url, options) =>
        traced(tracer, ['render', {}], async () =>
          browser.render(url, { ...options, principal, waiting }),
        ),
      shoot: async (url, options) => browser.shoot(url, { ...options, principal, waiting }),
    },
  }
  return { ...services, ...charged }
}
