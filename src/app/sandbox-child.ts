// Entry of a sandbox child (process or thread): first the lockdown, then the jobs.
import { jobs } from './sandbox-jobs.ts'
import { lockdown } from '../sandbox/lockdown.ts'
import { serve } from '../sandbox/serve.ts'

lockdown()
serve(jobs)
