import { createRequestStateCodec } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectTools } from '../../src/core/select/select.ts'
import { tasksOnDemand } from '../../src/mcp/tasks/service.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { registerFixtures } from '../conformance/fixtures/register-fixtures.ts'
import { FIXTURE_TASK_AFTER_MS, TASK_ONLY_TOOLS } from '../conformance/fixtures/tasks.ts'
import { problems, requiredScenarios, type Revision, runSuite } from '../conformance/suite.ts'
import { CLIENTS } from '../support/clients.ts'
import { type HttpServer, startHttpServer } from '../support/http-server.ts'
import { testInstance } from '../support/operations.ts'

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
