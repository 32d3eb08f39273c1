import type { Job } from '../contract/sandbox.ts'
import type { ImageJobInput } from './image-job.ts'
import type { Picture } from './picture.ts'

/** A picture written anew. */
export const IMAGE_JOB: Job<ImageJobInput, Picture> = { name: 'image' }
