import { runOtherDocuments } from './other-documents.ts'

/** Documents of epub by several programs. */
export const run = async (): Promise<void> => runOtherDocuments('epub')
