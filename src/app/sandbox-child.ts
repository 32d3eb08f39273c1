// Entry of a sandbox child (process or thread): first the lockdown, then the jobs.
import { lockdown } from '../sandbox/lockdown.ts'
import { serve } from '../sandbox/serve.ts'
import { loadEngines, rehearseJobs, sandboxJobs } from './sandbox-jobs.ts'

lockdown()
await rehearseJobs(process.argv.slice(2))
serve(sandboxJobs, async (job) => loadEngines([job]))
