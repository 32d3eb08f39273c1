import { afterAll, describe } from 'vitest'
import { openPostgres } from '../../../../src/store/postgres.ts'
import { narrowSuite } from '../../../support/narrow-suite.ts'
import { startPostgres } from '../../../support/postgres.ts'
import { quietLog } from '../../../support/store-backend.ts'

const server = await startPostgres()
afterAll(async () => server?.[Symbol.asyncDispose]())

describe.skipIf(!server)('narrows on Postgres', () => {
  const open = async () => openPostgres({ url: server?.newUrl() ?? '', log: quietLog })
  narrowSuite(open, Number(process.env['CHAT_MODEL_RUNS'] ?? 3))
})
