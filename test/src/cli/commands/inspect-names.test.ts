import { expect, test } from 'vitest'
import { inspectNames } from '../../../../src/cli/commands/inspect-names.ts'
import { createLocalVet } from '../../../support/local-fetch.ts'

const failing = (code: string) => Object.assign(new Error(`getaddrinfo ${code}`), { code })
const check = async (answer: string | Error) =>
  inspectNames(
    createLocalVet({
      allowHosts: [],
      resolve: async () => {
        if (typeof answer !== 'string') throw answer
        return [{ address: answer, family: 4 }]
      },
    }),
  )

test.each([
  ['ok', '93.184.215.14', /public address/],
  ['warn', '10.0.0.7', /private address: fetches will be refused/],
  ['warn', failing('ENOTFOUND'), /does not exist here/],
  ['warn', failing('EAI_AGAIN'), /cannot be looked up/],
])('%s: %s', async (status, answer, detail) => {
  const expected = { check: 'dns', status, detail: expect.stringMatching(detail) as string }
  expect(await check(answer)).toEqual(expected)
})
