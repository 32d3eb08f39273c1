// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Served, serveBellhop } from '../support/bellhop.ts'
import { problems, type Revision, runSuite } from './suite.ts'

const REVISIONS = ['2025-11-25', '2026-07-28'] as const

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
