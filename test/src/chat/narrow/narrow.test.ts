import { narrowSuite } from '../../../support/narrow-suite.ts'

narrowSuite(undefined, Number(process.env['CHAT_MODEL_RUNS'] ?? 8))
