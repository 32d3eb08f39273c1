import type { Job } from '../contract/sandbox.ts'
import type { FeedJobInput, FeedJobOutput } from './feed-job.ts'

/** A feed as items. */
export const FEED_JOB: Job<FeedJobInput, FeedJobOutput> = { name: 'feed' }
