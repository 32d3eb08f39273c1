// Entry of a sandbox child (process or thread): first the lockdown, then the jobs.
import { jobs } from './jobs.ts'
import { lockdown } from './lockdown.ts'
import { serve } from './serve.ts'

lockdown()
serve(jobs)
