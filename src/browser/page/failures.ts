import { OperationError } from '../../contract/errors.ts'
import type { StartFailure } from '../launch/launch.ts'
import { PAGE_DEADLINE_MS } from '../limits.ts'

/** Why a page was stopped before it was at rest. */
export type StopReason =
  | 'time'
  | 'requests'
  | 'connections'
  | 'bytes'
  | 'upload'
  | 'redirects'
  | 'popups'
  | 'dialogs'
  | 'cpu'
  | 'memory'
  | 'crash'
  | 'type'
  | 'cancelled'

const OTHER_SOURCE = 'Do not repeat the call; use another address for the same content.'

/** The error for a page that was ended for what it took, with nothing of it left to read. */
export function overLimit(reason: StopReason): OperationError {
  if (reason === 'time') {
    const message = `The page was not there within ${PAGE_DEADLINE_MS / 1000} seconds.`
    return new OperationError('upstream_timeout', message, {
      hint: 'Try again later, or use another source for the same content.',
      fields: { deadlineMs: PAGE_DEADLINE_MS },
    })
  }
  const what = reason === 'crash' ? 'broke in the browser' : 'takes more than a page may'
  return new OperationError('unparsable', `The page ${what}.`, {
    hint: OTHER_SOURCE,
    fields: { limit: reason },
  })
}

/** The error for an address that a browser shows as something else than a page. */
export function noPage(): OperationError {
  return new OperationError('unsupported_content', 'The address holds no page to render.', {
    hint: 'Read it with extract and render: never, or a PDF with pdf_to_markdown.',
    fields: { kind: 'binary' },
  })
}

/** The error for a page that could not be loaded; `name` is the browser's word for the cause, such as `net::ERR_ABORTED`. */
export function notLoaded(name: string): OperationError {
  const cause = /^net::ERR_[A-Z_]{1,60}$/.test(name) ? name.slice('net::'.length) : 'ERR_FAILED'
  return new OperationError('upstream_failed', 'The browser could not load the page.', {
    hint: 'Try again later, or use another source for the same content.',
    fields: { reason: cause },
  })
}

/** The error for a selector of a picture that nothing on the page fits, or nothing that can be seen. */
export function noSuchElement(isHidden: boolean): OperationError {
  const message = isHidden
    ? 'What fits the selector cannot be seen on the page.'
    : 'No element of the page fits the selector.'
  return new OperationError('invalid_input', message, {
    hint: 'Leave the selector out, or wait for the element with waitFor.',
  })
}

/** The error for a part of a picture that is after its last one. */
export function noSuchPart(parts: number): OperationError {
  return new OperationError('invalid_input', `The picture has ${parts} parts.`, {
    hint: `Pass a part from 1 to ${parts}.`,
    fields: { parts },
  })
}

/** The error for a call that needs a browser where there is none. */
export function noBrowser(): OperationError {
  return new OperationError('unavailable', 'This server has no browser to render pages with.', {
    hint: 'Read pages with extract and render: never. The operator can install Chrome, Chromium or Edge, or name one (--browser); `bellhop doctor` says more.',
  })
}

/** The error for a browser that does not start. */
export function notStarted(failure: StartFailure): OperationError {
  return new OperationError('unavailable', 'The browser of this server does not start.', {
    hint: `${adviceFor(failure)} Until then, read pages with extract and render: never.`,
    cause: failure,
  })
}

/** What the operator can do for a browser to start. */
export function adviceFor({ kind }: StartFailure): string {
  return kind === 'sandbox'
    ? 'It cannot confine its own processes here. The operator can allow user namespaces (in containers: a seccomp profile that does), install its SUID helper, name the address of a browser elsewhere (--browser), or give the confinement up (--browser-no-sandbox).'
    : 'Its operator finds the cause with `bellhop doctor`.'
}

/** The error for a page that could not be finished since the browser ended. */
export function browserGone(): OperationError {
  return new OperationError('unavailable', 'The browser ended while it had the page.', {
    hint: 'Try again in a few seconds.',
  })
}
