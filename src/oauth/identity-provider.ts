import { randomBytes } from 'node:crypto'
import * as client from 'openid-client'
import { OperationError } from '../contract/errors.ts'
import type { IdentityProvider } from '../contract/oauth.ts'
import { once } from '../lib/once.ts'
import type { Secret } from '../lib/secret.ts'
import { type ClaimRules, identityOf } from './claimed-identity.ts'
import { CONSENT_SECONDS } from './limits.ts'
import { type RecordParts, Records } from './records.ts'

/** An identity provider (OpenID Connect) as the operator configures it. */
export interface ProviderSettings {
  issuer: string
  clientId: string
  /** Absent for a public client. */
  clientSecret: Secret | undefined
  rules: ClaimRules
}

/** Settings needed to sign in at a provider. */
export interface IdentityProviderParts extends RecordParts {
  settings: ProviderSettings
  /** Where browsers come back to. */
  callback: string
  fetch(url: string, options: client.CustomFetchOptions): Promise<Response>
}

/** A sign-in on its way, known by what the browser shows: any instance finishes it, once. */
interface Begun {
  verifier: string
  nonce: string
  goOn: string
}

/** Signing in at an identity provider, by a code with PKCE. */
export function openIdentityProvider(parts: IdentityProviderParts): IdentityProvider {
  const { settings, callback } = parts
  const { issuer, clientId, clientSecret, rules } = settings
  const records = new Records('SignIn', parts)
  const configuration = once(async () => {
    const secret = clientSecret?.reveal()
    const isPlain = new URL(issuer).protocol === 'http:'
    return client.discovery(
      new URL(issuer),
      clientId,
      {},
      secret === undefined ? client.None() : client.ClientSecretPost(secret),
      {
        [client.customFetch]: parts.fetch,
        // Refused by the configuration except on this machine.
        ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}),
      },
    )
  })
  return {
    name: new URL(issuer).host,
    async begin(goOn) {
      const config = await configuration()
      const state = randomBytes(24).toString('base64url')
      const begun: Begun = {
        verifier: client.randomPKCECodeVerifier(),
        nonce: randomBytes(16).toString('base64url'),
        goOn,
      }
      await records.upsert(state, { ...begun }, CONSENT_SECONDS)
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid email profile',
        state,
        nonce: begun.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, state }
    },
    async finish(returned, state) {
      const returnedState = returned.searchParams.get('state')
      const begun = returnedState === state ? await records.find(state) : undefined
      if (!begun) throw refused('This sign-in was not begun in this browser, or took too long.')
      await records.destroy(state)
      const { verifier, nonce, goOn } = begun as unknown as Begun
      const config = await configuration()
      const url = new URL(callback)
      url.search = returned.search
      try {
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        const claims = tokens.claims()
        const identity = claims && identityOf(config.serverMetadata().issuer, claims, rules)
        if (!identity) throw refused('Nobody is named.')
        return { identity, goOn }
      } catch (cause) {
        if (cause instanceof OperationError) throw cause
        throw refused('The identity provider did not let you in.', cause)
      }
    },
  }
}

function refused(message: string, cause?: unknown): OperationError {
  return new OperationError('forbidden', message, { cause })
}
