// A child whose one engine takes LOADING_CPU_MS of a processor to load, and whose job takes JOB_CPU_MS, by a meter of its own.
import { serve } from '../../src/sandbox/serve.ts'

const LOADING_CPU_MS = 700
const JOB_CPU_MS = 7

let isLoaded = false
let usedMs = 0

serve(
  {
    work: async () => {
      usedMs += JOB_CPU_MS
      return isLoaded
    },
  },
  async () => {
    usedMs += LOADING_CPU_MS
    isLoaded = true
  },
  (since) => ({ user: usedMs * 1_000 - (since?.user ?? 0), system: 0 }),
)
