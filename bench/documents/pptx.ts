import { runOtherDocuments } from './other-documents.ts'

/** Documents of pptx by several programs. */
export const run = async (): Promise<void> => runOtherDocuments('pptx')
