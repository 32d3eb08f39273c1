import { OperationError, SecretRefused } from '../../contract/errors.ts'

/** Invalid input, a missing permission or a conflict (chat spec section 7); the message holds the reason. */
export function badRequest(
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
  specCode = 'BAD_REQUEST',
): OperationError {
  return new OperationError('invalid_input', message, { specCode, fields })
}

/** No channel of this name, or the caller may not know of it: with extra field `stream`. */
export function noChannelNamed(name: string): OperationError {
  const message = `Channel '${name}' does not exist`
  return badRequest(message, { stream: name }, 'STREAM_DOES_NOT_EXIST')
}

/** No channel of this id, or the caller may not know of it: with extra field `stream_id`. */
export function noChannelWithId(id: number): OperationError {
  return badRequest('Invalid channel ID', { stream_id: id })
}

/** The error for a message to a channel that does not exist: with extra field `stream_id`. */
export function nowhereToSend(id: number): OperationError {
  const message = `Channel with ID '${id}' does not exist`
  return badRequest(message, { stream_id: id }, 'STREAM_DOES_NOT_EXIST')
}

/** The caller is not signed in, or not validly; the same words for every reason but deactivation. */
export function signInRefused(): OperationError {
  return new SecretRefused('unauthorized', 'Invalid API key', { specCode: 'UNAUTHORIZED' })
}

/** The key is right, but the account was deactivated. */
export function accountDeactivated(): OperationError {
  return new OperationError('unauthorized', 'Account is deactivated', {
    specCode: 'USER_DEACTIVATED',
  })
}

/** The key is right, but belongs to a bot that may only post signed events. */
export function onlyForWebhooks(): OperationError {
  return badRequest('This API is not available to incoming webhook bots.')
}

/** Address and password do not match, for whatever reason. */
export function wrongPassword(): OperationError {
  return new SecretRefused('unauthorized', 'Your username or password is incorrect', {
    specCode: 'AUTHENTICATION_FAILED',
  })
}

/** Only administrators may do this. */
export function mustBeAdministrator(): OperationError {
  return badRequest('Must be an organization administrator', {}, 'UNAUTHORIZED_PRINCIPAL')
}

/** The queue was removed, never existed, or belongs to somebody else; the error does not tell which. */
export function badEventQueue(queueId: string): OperationError {
  return badRequest(`Bad event queue id: ${queueId}`, { queue_id: queueId }, 'BAD_EVENT_QUEUE_ID')
}

/** An invalid narrow; `desc` says what is wrong with it. */
export function badNarrow(desc: string): OperationError {
  return badRequest(`Invalid narrow operator: ${desc}`, { desc }, 'BAD_NARROW')
}

/** The error for a record that is not there, or somebody else's; it does not tell which. */
export function noRecord(message: string): OperationError {
  return new OperationError('not_found', message, { specCode: 'NOT_FOUND' })
}

/** The error for a file that is not there, or that the caller may not see; it does not tell which. */
export function noFile(): OperationError {
  return noRecord('File not found.')
}
