import { describe } from 'vitest'
import { startPostgres } from '../support/postgres.ts'
import { testSeveralInstances } from '../support/several-instances.ts'

const server = await startPostgres()

describe.skipIf(!server)('three servers on one Postgres behind a proxy that takes turns', () => {
  testSeveralInstances(server, { instances: 3, calls: 100, questions: 100 })
})
