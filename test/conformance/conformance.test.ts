import { createRequestStateCodec } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectTools } from '../../src/core/select.ts'
import { tasksOnDemand } from '../../src/mcp/tasks/service.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { type Served, serveBellhop } from '../support/bellhop.ts'
import { CLIENTS } from '../support/clients.ts'
import { type HttpServer, startHttpServer } from '../support/http-server.ts'
import { testInstance } from '../support/operations.ts'
import { registerFixtures } from './fixtures/register-fixtures.ts'
import { FIXTURE_TASK_AFTER_MS, TASK_ONLY_TOOLS } from './fixtures/tasks.ts'
import { problems, requiredScenarios, type Revision, runSuite } from './suite.ts'

const operations = selectTools(await wholeCatalogue())

/** Server scenarios that each revision requires; a change in the suite must be looked at. */
const REQUIRED_COUNT: Record<Revision, number> = { '2025-11-25': 30, '2026-07-28': 37 }
const REVISIONS = ['2025-11-25', '2026-07-28'] as const

/** Scenarios of the tasks extension (SEP-2663). */
const TASK_SCENARIOS = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-required-task-error',
  'tasks-mrtr-composition',
]
const NOTIFICATIONS = 'tasks-status-notifications'

describe('our wiring with the fixtures of the suite', () => {
  let server: HttpServer

  beforeAll(async () => {
    const codec = createRequestStateCodec({ key: crypto.getRandomValues(new Uint8Array(32)) })
    const { services, store } = testInstance()
    const { now, log } = services
    const tasks = tasksOnDemand({ store, now, log, afterMs: FIXTURE_TASK_AFTER_MS })
    server = await startHttpServer({
      services,
      operations,
      tasks: { ...tasks, requires: (tool) => TASK_ONLY_TOOLS.has(tool) },
      requestState: { verify: codec.verify },
      extend: (instance) => registerFixtures(instance, { requestState: codec }),
    })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  test.each(REVISIONS)(
    'passes every required scenario of %s, without a warning',
    async (revision) => {
      const scenarios = await requiredScenarios(revision)
      expect(scenarios).toHaveLength(REQUIRED_COUNT[revision])
      const results = await runSuite(server.mcpUrl, ['--requirements', revision])
      expect(problems(results, scenarios)).toEqual([])
    },
  )

  test.each(TASK_SCENARIOS)('passes %s, without a warning', async (scenario) => {
    const args = ['--scenario', scenario]
    expect(problems(await runSuite(server.mcpUrl, args), [scenario])).toEqual([])
  })

  test('the suite leaves out notifications of tasks, which tests of our own look at', async () => {
    const args = ['--scenario', NOTIFICATIONS]
    const checks = (await runSuite(server.mcpUrl, args)).get(NOTIFICATIONS)
    expect(checks?.map(({ status }) => status)).toEqual(['SKIPPED'])
  })

  test.each(CLIENTS)(
    '%s finds our own tools in it as the product serves them',
    async (_, connect) => {
      await using product = await startHttpServer({ operations })
      const [ours, theirs] = [
        await connect({ url: product.mcpUrl }),
        await connect({ url: server.mcpUrl }),
      ]
      const { tools } = await ours.listTools()
      expect(tools).toHaveLength(operations.length)
      expect((await theirs.listTools()).tools.slice(0, tools.length)).toEqual(tools)
      await ours.close()
      await theirs.close()
    },
  )

  test('a server that is not there passes nothing', async () => {
    const results = await runSuite('http://127.0.0.1:1/mcp', ['--scenario', 'tools-list'])
    expect(problems(results, ['tools-list'])).not.toEqual([])
  })
})

describe('the product itself', () => {
  let served: Served

  beforeAll(async () => {
    served = await serveBellhop()
  })
  afterAll(() => served[Symbol.asyncDispose]())

  /** Scenarios that need nothing of a server but that it is one. */
  const FIXTURE_FREE: Record<Revision, readonly string[]> = {
    '2025-11-25': [
      'server-initialize',
      'ping',
      'tools-list',
      'server-sse-multiple-streams',
      'resources-list',
      'resources-subscribe',
      'resources-unsubscribe',
      'prompts-list',
      'dns-rebinding-protection',
    ],
    '2026-07-28': [
      'tools-list',
      'server-sse-multiple-streams',
      'resources-list',
      'sep-2164-resource-not-found',
      'prompts-list',
      'dns-rebinding-protection',
      'caching',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
    ],
  }

  test.each(REVISIONS)('passes every fixture-free required scenario of %s', async (revision) => {
    const results = await runSuite(`${served.url}/mcp`, ['--requirements', revision])
    expect(problems(results, FIXTURE_FREE[revision])).toEqual([])
  })

  test.each([
    ['server-session-lifecycle', '2025-11-25'],
    ['http-header-validation', '2026-07-28'],
  ])('passes %s of %s', async (scenario, version) => {
    const args = ['--scenario', scenario, '--spec-version', version]
    expect(problems(await runSuite(`${served.url}/mcp`, args), [scenario])).toEqual([])
  })

  test('passes the checks of server-stateless that need no fixture', async () => {
    const args = ['--scenario', 'server-stateless', '--spec-version', '2026-07-28']
    const found = problems(await runSuite(`${served.url}/mcp`, args), ['server-stateless'])
    const needFixtures =
      /test_missing_capability|test_streaming_elicitation|test_logging_tool|test_trigger/
    expect(found.filter((problem) => !needFixtures.test(problem))).toEqual([])
  })
})
