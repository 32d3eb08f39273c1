/** Names what starts the program, built or from source, relative to the project; read by bellhop.ts as it is loaded. */
export const ENTRY_VARIABLE = 'BELLHOP_TEST_ENTRY'
