// Entry of a sandbox child (process or thread): first the lockdown, then the jobs.
import { lockdown } from '../sandbox/lockdown.ts'
import { serve } from '../sandbox/serve.ts'
import { sandboxJobs } from './sandbox-jobs.ts'

lockdown()
serve(sandboxJobs)
