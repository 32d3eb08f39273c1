import { onBothDatabases } from '../../../support/both-databases.ts'
import { journalSuite } from '../../../support/journal-suite.ts'

await onBothDatabases(journalSuite)
