// Preloaded into a process of ours: on SIGUSR2 it collects its garbage and reports on stderr what is left.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('SIGUSR2', () => {
  for (let round = 0; round < 4; round += 1) collect()
  process.stderr.write(`memory ${JSON.stringify(process.memoryUsage())}\n`)
})
