import { expect, test } from 'vitest'
import type { OAuthScope } from '../../../../src/contract/oauth.ts'
import type { AnyOperation, Place } from '../../../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import type { CallFacts } from '../../../../src/mcp/calls/serve-call.ts'
import { serveCall } from '../../../../src/mcp/calls/serve-call.ts'
import { serveVisit } from '../../../../src/mcp/calls/visit.ts'
import { makeWorkOf } from '../../../../src/mcp/tasks/task-calls.ts'
import { echo, testServices } from '../../../support/operations.ts'

const elsewhere: Place = async () => ({ text: 'from elsewhere', caller: null })
const writing: AnyOperation = {
  ...echo,
  usesAccount: true,
  effects: { ...echo.effects, readOnly: false },
}

/** What a call of a tool says where the program that makes it has these scopes, or came in otherwise. */
async function said(
  tool: AnyOperation,
  scopes: readonly OAuthScope[] | undefined,
  isElsewhere = false,
): Promise<string> {
  const deps = {
    services: { ...testServices(), place: elsewhere },
    info: { version: '0', charged: false, limits: async () => [] },
    runsElsewhere: () => isElsewhere,
  }
  const client = { era: 'modern', caller: 'someone', operations: [tool] } as const
  const facts = {
    program: undefined,
    peer: undefined,
    principal: LOCAL_PRINCIPAL,
  } as unknown as CallFacts
  const course = { signal: new AbortController().signal, progress: () => {} } as never
  const visit = { peer: '127.0.0.1', ...(scopes ? { scopes: new Set(scopes) } : {}) }
  const answer = await serveVisit(visit, async () =>
    serveCall(tool, { text: 'here' }, { deps, client }, facts, course),
  )
  return JSON.stringify(answer)
}

test('a call by a program that came in by OAuth needs the scopes of what it does, wherever it comes from', async () => {
  expect(await said(writing, ['mcp'])).toContain('authorize again with scope \\"mcp chat:write\\"')
  expect(await said(writing, ['mcp', 'chat:write'])).not.toContain('authorize again')
  expect(await said(writing, undefined)).not.toContain('authorize again')
  expect(await said(echo, ['chat:write'])).toContain(
    'authorize again with scope \\"mcp chat:write\\"',
  )
})

test('without the scope of paying, what may run here runs here, and what may not is refused', async () => {
  expect(await said(echo, ['mcp', 'pay'])).toContain('from elsewhere')
  expect(await said(echo, undefined)).toContain('from elsewhere')
  expect(await said(echo, ['mcp'])).toContain('said: herehere')
  expect(await said(echo, ['mcp'], true)).toContain('authorize again with scope \\"mcp pay\\"')
  expect(await said(echo, ['mcp', 'pay'], true)).toContain('from elsewhere')
})

test('a task that goes on while somebody else is served has the scopes of the request that began it', async () => {
  const deps = {
    services: testServices(),
    info: { version: '0', charged: false, limits: async () => [] },
  }
  const client = { era: 'modern', caller: 'someone', operations: [writing] } as const
  const facts = { program: undefined, peer: undefined, principal: LOCAL_PRINCIPAL }
  const task = { tool: writing.name, program: null, account_id: null }
  const begun = { peer: '127.0.0.1', scopes: new Set(['mcp'] as const) }
  const work = await serveVisit(begun, async () =>
    makeWorkOf({ deps, client }, undefined, facts as unknown as CallFacts, undefined)(task),
  )
  const course = { signal: new AbortController().signal, progress: () => {} } as never
  const other = { peer: '127.0.0.1', scopes: new Set(['mcp', 'chat:write'] as const) }
  const answer = await serveVisit(other, async () =>
    work?.({ arguments: { text: 'here' } }, course),
  )
  expect(JSON.stringify(answer)).toContain('authorize again with scope')
})
