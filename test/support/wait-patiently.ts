/** Lets `vi.waitFor` and `vi.waitUntil` wait as long as `expect.poll` (vitest.config.ts); by themselves they give up after a second. */
import { vi } from 'vitest'
import { PATIENCE_MS } from './patience.ts'

const { waitFor, waitUntil } = vi

// Files of one worker share `vi`.
if (waitFor.name !== 'waitPatientlyFor') {
  vi.waitFor = async function waitPatientlyFor(callBack, options) {
    return waitFor(callBack, patient(options))
  }
  vi.waitUntil = async function waitPatientlyUntil(callBack, options) {
    return waitUntil(callBack, patient(options))
  }
}

type Options = Parameters<typeof waitFor>[1]

function patient(options: Options): Options {
  return typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options }
}
