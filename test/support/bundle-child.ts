// Bundles the program of a child of the sandbox (child-program.ts): its path in the project, and the file to write.
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundleProgram } from '../../scripts/program.ts'

const [, , source = '', file = ''] = process.argv
await bundleProgram(source, file)
// A child may read its own folder only.
const cmaps = join(import.meta.dirname, '../../src/pdf/file/cmaps')
cpSync(cmaps, join(dirname(file), 'cmaps'), { recursive: true })
