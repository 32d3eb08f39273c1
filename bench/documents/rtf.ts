import { runOtherDocuments } from './other-documents.ts'

/** Documents of rtf by several programs. */
export const run = async (): Promise<void> => runOtherDocuments('rtf')
