import { onBothDatabases } from '../../../support/both-databases.ts'
import { ledgerSuite } from '../../../support/ledger-suite.ts'

await onBothDatabases(ledgerSuite)
