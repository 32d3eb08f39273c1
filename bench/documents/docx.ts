import { runTextDocuments } from './text-documents.ts'

/** DOCX by several programs, read by Bellhop, pandoc and mammoth. */
export const run = async (): Promise<void> => runTextDocuments('docx')
