// @module-tag full
import { onPostgres } from '../../../support/both-databases.ts'
import { narrowSuite } from '../../../support/narrow-suite.ts'

await onPostgres(({ open, newLocation }) => {
  narrowSuite(async () => open(newLocation()), Number(process.env['CHAT_MODEL_RUNS'] ?? 3))
})
