import { runTextDocuments } from './text-documents.ts'

/** ODT by several programs, read by Bellhop and pandoc. */
export const run = async (): Promise<void> => runTextDocuments('odt')
