import { runOtherDocuments } from './other-documents.ts'

/** Documents of odp by several programs. */
export const run = async (): Promise<void> => runOtherDocuments('odp')
