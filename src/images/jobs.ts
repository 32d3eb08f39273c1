import type { Job } from '../contract/sandbox.ts'
import type { ImageJobInput } from './image-job.ts'
import type { Picture } from './picture.ts'
import type { ScaledPictures, ScaleJobInput } from './scale-job.ts'
import type { ShowJobInput, ShownPicture } from './show-job.ts'

/** A picture written anew. */
export const IMAGE_JOB: Job<ImageJobInput, Picture> = { name: 'image' }

/** A picture for a model. */
export const SHOW_JOB: Job<ShowJobInput, ShownPicture> = { name: 'show' }

/** Smaller pictures made of one. */
export const SCALE_JOB: Job<ScaleJobInput, ScaledPictures> = { name: 'scale' }
