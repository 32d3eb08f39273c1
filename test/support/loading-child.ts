// A child whose one engine takes LOADING_CPU_MS of a processor to load.
import { serve } from '../../src/sandbox/serve.ts'

/** What the engine takes to load. */
const LOADING_CPU_MS = 400

let isLoaded = false

serve({ work: async () => isLoaded }, async () => {
  const began = process.cpuUsage()
  while (process.cpuUsage(began).user < LOADING_CPU_MS * 1_000);
  isLoaded = true
})
