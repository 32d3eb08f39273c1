/** Ends a call that its client makes again, with an answer of its user: nothing has failed. */
export class CallSuspended extends Error {
  override readonly name: string = 'CallSuspended'
}

/** What came of a form: words or the choice taken, or that its person would not answer, or closed it without an answer. */
export type FormReply =
  | { action: 'accept'; text: string }
  | { action: 'decline' }
  | { action: 'cancel' }

/** A question to the person behind a client. */
export interface FormQuestion {
  message: string
  /** One of these is taken; words of their own where there are none. */
  choices: readonly string[]
}

/** A form of the caller's client, for its person: in some protocols the call ends with the form, and is made again with the answer. */
export interface ClientForm {
  /** The answer that this call was made again with, and the note that its form was put with; undefined for a first call. */
  returned(): Promise<{ note: string; reply: FormReply } | undefined>
  /** Puts a form, which is withdrawn by the signal where that can be done. Throws `CallSuspended` where the answer comes by another call. */
  put(question: FormQuestion, note: string, signal: AbortSignal): Promise<FormReply>
}
