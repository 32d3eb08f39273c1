import { runOtherDocuments } from './other-documents.ts'

/** Documents of ipynb by several programs. */
export const run = async (): Promise<void> => runOtherDocuments('ipynb')
