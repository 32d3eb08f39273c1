import type { Cdp } from '../cdp.ts'

/** Scripts of this program in a document of a page: in a world of their own, where the page's scripts cannot change anything. */
export class PageWorld {
  readonly #cdp: Cdp

  constructor(cdp: Cdp) {
    this.#cdp = cdp
  }

  /** Runs an expression in a frame and returns its value, once that is there. Throws where there is none within the time. */
  async evaluate(
    sessionId: string,
    frameId: string,
    expression: string,
    maxMs: number,
  ): Promise<unknown> {
    const contextId = await within(maxMs, this.contextOf(sessionId, frameId))
    const params = {
      contextId,
      expression,
      returnByValue: true,
      awaitPromise: true,
      timeout: maxMs,
    }
    const { result, exceptionDetails } = await within(
      maxMs,
      this.#cdp.send('Runtime.evaluate', params, sessionId),
    )
    if (exceptionDetails) throw new Error('the script failed in the page')
    return (result as { value?: unknown }).value
  }

  /** The world in a frame: made when it is asked for first, and the same again after that. */
  async contextOf(sessionId: string, frameId: string): Promise<number> {
    const { executionContextId } = await this.#cdp.send(
      'Page.createIsolatedWorld',
      { frameId, worldName: 'reader' },
      sessionId,
    )
    return Number(executionContextId)
  }
}

/** The result of work, or an error after some time: a page that is busy answers nothing. */
export async function within<T>(maxMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), maxMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
