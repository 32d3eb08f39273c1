/** Ends a call that its client makes again, with an answer of its user: nothing has failed. */
export class CallSuspended extends Error {
  override readonly name: string = 'CallSuspended'
}
