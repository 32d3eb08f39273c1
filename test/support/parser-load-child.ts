/** Puts a load on parsers with the memory that this process has, and says what came of it. */
import { readMachineMemory } from '../../src/lib/machine-memory.ts'
import { type Cell, loadParsers } from './parser-load.ts'

const { cores, callers, pages } = JSON.parse(process.argv[2] ?? '') as {
  cores: number
} & Pick<Cell, 'callers' | 'pages'>
const memory = readMachineMemory()
const load = await loadParsers({ form: 'published', machine: { cores, memory }, callers, pages })
console.log(JSON.stringify({ ...load, from: memory.from }))
process.exit()
