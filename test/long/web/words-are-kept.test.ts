import { tryWriting } from '../../support/try-writing.ts'

// A thousand points in each browser.
tryWriting({ sessions: 50, points: 20 })
