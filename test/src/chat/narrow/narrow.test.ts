import { seeds } from '../../../support/full.ts'
import { narrowSuite } from '../../../support/narrow-suite.ts'

narrowSuite(undefined, Number(process.env['CHAT_MODEL_RUNS'] ?? seeds(1, 8)))
