// Entry of a sandbox child (process or thread): first the lockdown, then the jobs.
import { lockdown } from '../sandbox/lockdown.ts'
import { handlersOf, serve } from '../sandbox/serve.ts'
import { SANDBOX_JOBS } from './sandbox-jobs.ts'

lockdown()
serve(handlersOf(SANDBOX_JOBS))
