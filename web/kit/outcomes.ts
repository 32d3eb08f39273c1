/** Whether a call with this outcome failed. One whose caller went away did not: nobody was refused anything. */
export function isFailure(outcome: string): boolean {
  return outcome !== 'ok' && outcome !== 'cancelled'
}

/** Outcomes that are the fault of the server, or of what it needs. */
const FAULTS: ReadonlySet<string> = new Set(['internal', 'unavailable'])

/** Whether a call failed by a fault of the server. */
export function isFault(outcome: string): boolean {
  return FAULTS.has(outcome)
}

/** The tone of a badge that shows an outcome; a call that was given up has none. */
export function toneOf(outcome: string): string {
  if (outcome === 'ok') return 'good'
  return isFailure(outcome) ? 'bad' : ''
}
