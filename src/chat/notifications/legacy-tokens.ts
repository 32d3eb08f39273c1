import { OperationError } from '../../contract/errors.ts'
import { badRequest } from '../kernel/failures.ts'
import { PUSH_TOKEN_MAX_CHARS } from './limits.ts'

/** The two push providers of tokens. */
type TokenKind = 'apns' | 'fcm'

/**
 * Throws for what is no token of an older client. Nothing is kept of those: nothing is pushed to them, since it would not be
 * encrypted.
 */
export function requireToken(kind: TokenKind, token: string): void {
  if (token === '' || token.length > PUSH_TOKEN_MAX_CHARS) {
    throw badRequest('Empty or invalid length token')
  }
  if (kind === 'apns' && !/^[0-9a-f]+$/i.test(token)) throw badRequest('Invalid APNS token')
}

/** Refuses to delete a token: as none is kept, there is none (spec 4.8). */
export function refuseRemoval(kind: TokenKind, token: string): never {
  requireToken(kind, token)
  throw badRequest('Token does not exist')
}

/** Refuses a test notification to a device of an older client; one that is named by its token is not known. */
export function refuseTest(token: string | undefined): never {
  if (token !== undefined) {
    throw badRequest('Device not recognized', {}, 'INVALID_PUSH_DEVICE_TOKEN')
  }
  throw new OperationError('invalid_input', 'Nothing is pushed to devices without encryption.', {
    specCode: 'BAD_REQUEST',
    hint: 'POST /mobile_push/e2ee/test_notification tests devices that are registered by /mobile_push/register.',
  })
}
