import { tryWriting } from '../../support/try-writing.ts'

tryWriting({ sessions: 1, points: 8 })
