/** Lets the tests of a file start the program that was built for the run (built-program.ts). */
import { inject } from 'vitest'
import { ENTRY_VARIABLE } from './program.ts'

const program = inject('program')
if (program !== undefined) process.env[ENTRY_VARIABLE] = program

// Set by vitest where coverage is measured: for programs that tests start it would mean compiling all again.
delete process.env['NODE_DISABLE_COMPILE_CACHE']
