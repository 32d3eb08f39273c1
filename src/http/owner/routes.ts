import type { Context, Hono } from 'hono'
import type { LocalAccount } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import { logFailure } from '../../contract/log-failure.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import type { SpendingCaps } from '../../contract/spending.ts'
import { type RawFields, readFields } from '../bodies/form-fields.ts'
import type { NodeBindings } from '../callers/peer.ts'
import { methodNotAllowed } from '../routes/dialect.ts'
import {
  envelopeOf,
  FORGED,
  jsonAnswer,
  type Paths,
  pathText,
  refusal,
} from '../routes/route-says.ts'
import { AGENT_ROUTES } from './agent-routes.ts'
import type { ChangedCaps, OwnerDesk } from './desk.ts'
import { invalid, usdIn, wholeNumber } from './fields.ts'
import { IMPORT_ROUTES } from './import-routes.ts'
import { ORGANIZATION_ROUTES } from './organization-routes.ts'
import {
  isOwner,
  notForThem,
  type OwnerRoute,
  type OwnerRouteParts,
  requirePassword,
} from './route.ts'
import { describeTool, schemasOf, tryTool } from './run-tool.ts'
import { wireCall } from './wire-call.ts'

/** Role of administrators of the organization; lower ones may more. */
const ADMINISTRATOR_ROLE = 200

const LIST_DEFAULT_COUNT = 100
const LIST_MAX_COUNT = 500

/** Fields of a request to change limits, each with the limit that it names. */
const CAPS = {
  per_call: 'perCall',
  per_session: 'perSession',
  per_day: 'perDay',
} as const satisfies Record<string, keyof SpendingCaps>

/** Files for the owner, each with its name and content. */
const FILES = {
  '/owner/money/receipts.csv': {
    id: 'owner_get_receipts',
    summary: 'All payments of the wallet as CSV',
    write: async (desk: OwnerDesk) => desk.receipts(),
  },
  '/owner/keys/usage.csv': {
    id: 'owner_get_key_usage',
    summary: 'What keys with a plan have used as CSV',
    write: async (desk: OwnerDesk) => desk.usageCsv(),
  },
} as const

/** The routes by which the owner looks after a server. None of them moves money or shows a key. */
export const OWNER_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/owner/money',
    summary: 'Wallet, limits, spending and earnings',
    work: async ({ c }, { desk }) => {
      const { wallet, ...sums } = await desk.money(c.req.raw.signal)
      return { wallet: wallet ?? null, ...sums }
    },
  },
  {
    method: 'GET',
    path: '/owner/money/payments',
    summary: 'Payments of the wallet, newest first',
    work: async ({ fields }, { desk }) => ({
      payments: await desk.payments({ limit: limitIn(fields), before: timeIn(fields, 'before') }),
    }),
  },
  {
    method: 'POST',
    path: '/owner/money/limits',
    summary: 'Lower limits; raise them with the password, up to those of the configuration',
    work: async (visit, parts) => {
      const { c, fields } = visit
      const { desk } = parts
      const requested = capsIn(fields)
      const now = await desk.caps(c.req.raw.signal)
      if (now && isRaised(requested, now)) await requirePassword(visit, parts)
      await desk.setCaps(requested)
      return { caps: await desk.caps(c.req.raw.signal) }
    },
  },
  {
    method: 'GET',
    path: '/owner/keys',
    summary: 'What keys with a plan have used, the latest day first, and teams today',
    work: async ({ fields }, { desk }) => ({
      usage: await desk.usage(limitIn(fields)),
      teams: (await desk.teams()).map((one) => ({
        team: one.team,
        calls: one.calls,
        calls_per_day: one.callsPerDay ?? null,
        usd: one.usd,
        usd_per_day: one.usdPerDay ?? null,
        bytes: one.bytes,
        bytes_per_day: one.bytesPerDay ?? null,
      })),
    }),
  },
  {
    method: 'GET',
    path: '/owner/server',
    summary: 'Versions, store, calls, loads, the latest faults, and what callers were refused',
    work: async (_, { desk }) => ({
      versions: desk.versions,
      store: await desk.store(),
      ...(await desk.metrics()),
      faults: (await desk.failures(LIST_DEFAULT_COUNT, 'faults')).map(wireCall),
      refusals: (await desk.failures(LIST_DEFAULT_COUNT, 'refusals')).map(wireCall),
    }),
  },
  {
    method: 'GET',
    path: '/owner/doctor',
    summary: 'Findings of the doctor about all that the server stands on',
    work: async (_, { desk }) => ({ findings: await desk.doctor() }),
  },
  {
    method: 'GET',
    path: '/owner/agents',
    summary: 'What accounts do, and which tools there are',
    work: async (_, { desk }) => ({
      agents: [...(await desk.activity())].map(([id, { last, running }]) => ({
        user_id: id,
        last_call: last ? wireCall(last) : null,
        waiting: running.map(({ operation, startedMs }) => ({
          operation,
          since: new Date(startedMs).toISOString(),
        })),
      })),
      tools: (await desk.tools()).map(({ name }) => name),
    }),
  },
  {
    method: 'GET',
    path: '/owner/calls',
    summary: 'The latest calls that took part in the chat or cost money',
    work: async ({ fields }, { desk }) => {
      const account = fields.get('user_id')
      const id = account === undefined ? undefined : wholeNumber(account, 'user_id')
      return { calls: (await desk.calls(limitIn(fields), id)).map(wireCall) }
    },
  },
  {
    method: 'GET',
    path: '/owner/tools',
    summary: 'Everything that models may call',
    work: async (_, { desk }) => ({ tools: (await desk.tools()).map(describeTool) }),
  },
  {
    method: 'GET',
    path: '/owner/tools/:name',
    summary: 'A tool with its schemas',
    work: async ({ c }, { desk }) => {
      const tool = await requireTool(desk, c)
      return { tool: { ...describeTool(tool), ...schemasOf(tool) } }
    },
  },
  {
    method: 'POST',
    path: '/owner/tools/:name',
    summary: 'Try a tool',
    work: async ({ c, actor, fields }, { desk, services }) => {
      const { signal } = c.req.raw
      const tool = await requireTool(desk, c)
      return { ...(await tryTool(tool, argumentsIn(fields), { services, actor, signal })) }
    },
  },
  ...AGENT_ROUTES,
  ...ORGANIZATION_ROUTES,
  ...IMPORT_ROUTES,
]

const REFUSALS = {
  400: refusal(400),
  401: refusal(401),
  403: FORGED,
  429: refusal(429),
  500: refusal(500),
  503: refusal(503),
}

/** Parts of paths that differ, each with its meaning. */
const PARAMETERS: Readonly<Record<string, string>> = {
  name: 'Name of the tool.',
  id: 'User id of the agent.',
  consent: 'Id of the consent.',
  key: 'Id of the key.',
}

function parametersOf(path: string) {
  const names = path.match(/(?<=:)\w+/g) ?? []
  return names.map((name) => pathText(name, PARAMETERS[name] ?? ''))
}

/** The routes of the owner, as documents describe them. */
export const OWNER_PATHS: Paths = Object.fromEntries(
  [...new Set(OWNER_ROUTES.map(({ path }) => path))].map((path) => [
    path.replaceAll(/:(\w+)/g, '{$1}'),
    Object.fromEntries(
      OWNER_ROUTES.filter((route) => route.path === path).map(({ method, summary }) => [
        method.toLowerCase(),
        {
          operationId: `owner_${method.toLowerCase()}_${path.replaceAll(/\W+/g, '_').slice(7)}`,
          summary,
          security: [{ session: [] }],
          ...(path.includes(':') ? { parameters: parametersOf(path) } : {}),
          responses: { 200: jsonAnswer('The call succeeded.', envelopeOf()), ...REFUSALS },
        },
      ]),
    ),
  ]),
)

/** Paths of the files that the owner may get, as documents describe them. */
export const OWNER_FILE_PATHS: Paths = Object.fromEntries(
  Object.entries(FILES).map(([path, { id, summary }]) => [
    path,
    {
      get: {
        operationId: id,
        summary,
        security: [{ session: [] }],
        responses: {
          200: {
            description: 'The content of the file.',
            content: { 'text/csv': { schema: { type: 'string' } } },
          },
          ...REFUSALS,
        },
      },
    },
  ]),
)

/** Adds them: for browsers in which the owner is signed in, not for keys; what changes something takes own pages only. */
export function addOwnerRoutes(
  app: Hono<{ Bindings: NodeBindings }>,
  parts: OwnerRouteParts,
): void {
  const { services, dialect } = parts
  for (const { method, path, work, ...whom } of OWNER_ROUTES) {
    app.on(method, path, async (c) => {
      c.header('cache-control', 'no-store')
      try {
        const actor = await requireRole(c, parts, whom, method === 'POST')
        const answer = await work({ c, actor, fields: await fieldsOf(c, parts) }, parts)
        return c.json({ result: 'success', msg: '', ...answer })
      } catch (thrown) {
        return dialect.fail(c, logFailure(services.log, thrown, { path }, c.req.raw.signal))
      }
    })
  }
  for (const [path, { write }] of Object.entries(FILES)) {
    app.get(path, async (c) => {
      try {
        await requireRole(c, parts, {}, false)
        return c.body(await write(parts.desk), 200, {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${path.split('/').at(-1)}"`,
          'cache-control': 'no-store',
        })
      } catch (thrown) {
        return dialect.fail(c, logFailure(services.log, thrown, { path }, c.req.raw.signal))
      }
    })
  }
  for (const path of new Set([...OWNER_ROUTES.map((route) => route.path), ...Object.keys(FILES)])) {
    const methods = OWNER_ROUTES.filter((route) => route.path === path).map(({ method }) => method)
    const allowed = methods.length > 0 ? methods : ['GET']
    app.all(path, (c) => {
      c.header('allow', allowed.join(', '))
      return dialect.fail(c, methodNotAllowed(allowed.join(' or ')))
    })
  }
}

async function requireRole(
  c: Context,
  { callers, peerOf }: OwnerRouteParts,
  { forAdministrators, forAgentOwners }: Pick<OwnerRoute, 'forAdministrators' | 'forAgentOwners'>,
  changes: boolean,
): Promise<LocalAccount> {
  if (c.req.header('authorization') !== undefined) {
    throw new OperationError('unauthorized', 'Keys do not open this: sign in with a browser.')
  }
  const options = { anonymous: false, sessions: true, changes }
  const actor = await callers.admit(c, peerOf(c), options)
  if (actor?.user.bot_owner_id === null) {
    const isAdministrator = actor.user.role <= ADMINISTRATOR_ROLE
    if (isOwner(actor) || forAgentOwners || (forAdministrators && isAdministrator)) return actor
  }
  const who = forAdministrators ? 'an administrator' : 'an owner'
  throw notForThem(`${who} of the organization`)
}

async function fieldsOf(c: Context, { room, peerOf }: OwnerRouteParts): Promise<RawFields> {
  const owner = `address ${peerOf(c)}`
  using _ = room.take(c.req.raw, owner)
  using large = room.leaseLarge(owner)
  return readFields(c.req.raw, large)
}

async function requireTool(desk: OwnerDesk, c: Context): Promise<AnyOperation> {
  const name = c.req.param('name')
  const tool = (await desk.tools()).find((one) => one.name === name)
  if (tool) return tool
  throw new OperationError('not_found', 'There is no tool of that name.')
}

function capsIn(fields: RawFields): ChangedCaps {
  const given = Object.entries(CAPS).filter(([name]) => fields.has(name))
  if (given.length === 0) throw invalid('Name a limit: per_call, per_session or per_day.')
  return Object.fromEntries(given.map(([name, cap]) => [cap, usdIn(fields, name)]))
}

function isRaised(requested: ChangedCaps, now: SpendingCaps): boolean {
  return Object.entries(requested).some(
    ([name, usd]) => Number(usd) > Number(now[name as 'perCall']),
  )
}

function argumentsIn(fields: RawFields): Record<string, unknown> {
  const written = fields.get('arguments') ?? '{}'
  const value: unknown = typeof written === 'string' ? parseJson(written) : written
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw invalid('arguments is no JSON object.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function limitIn(fields: RawFields): number {
  const limit = wholeNumber(fields.get('limit') ?? LIST_DEFAULT_COUNT, 'limit')
  return Math.min(Math.max(limit, 1), LIST_MAX_COUNT)
}

function timeIn(fields: RawFields, name: string): string | undefined {
  const value = fields.get(name)
  if (value === undefined) return undefined
  if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return value
  throw invalid(`${name} is no time.`)
}
