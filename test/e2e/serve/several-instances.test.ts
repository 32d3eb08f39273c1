// @module-tag full
import { describe } from 'vitest'
import { startPostgres } from '../../support/postgres.ts'
import { testSeveralInstances } from '../../support/several-instances.ts'

const server = await startPostgres()

describe.skipIf(!server)('two servers on one Postgres behind a proxy that takes turns', () => {
  testSeveralInstances(server, { instances: 2, calls: 6, questions: 4 })
})
