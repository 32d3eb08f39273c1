/** Whether a call with this outcome failed. One whose caller went away did not: nobody was refused anything. */
export function isFailure(outcome: string): boolean {
  return outcome !== 'ok' && outcome !== 'cancelled'
}

/** The tone of a badge that shows an outcome; a call that was given up has none. */
export function toneOf(outcome: string): string {
  if (outcome === 'ok') return 'good'
  return isFailure(outcome) ? 'bad' : ''
}
