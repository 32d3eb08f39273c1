import { z } from 'zod'
import { isPrivateOnTheWay } from '../../lib/loopback.ts'
import { list, pairsOf } from './setting-values.ts'
import { setting, toggle } from './setting.ts'

const issuer = z
  .url({ protocol: /^https?$/ })
  .refine(
    (address) => URL.canParse(address) && isPrivateOnTheWay(new URL(address)),
    'an https address, or one of this machine',
  )

/** Settings of letting programs in by OAuth, and of signing in elsewhere, in the order of the documents. */
export const SIGN_IN_SETTINGS = {
  oauth: setting(
    z.enum(['auto', 'on', 'off']).default('auto'),
    'Whether chat accounts let MCP clients in by OAuth, so that the address of `/mcp` suffices to add them. `auto`: if the public address is https; `on`: on this machine too, where everybody then has to sign in.',
  ),
  'auth-issuer': setting(
    issuer.optional(),
    'Your own authorization server (its `issuer`), whose tokens `/mcp` takes instead: JSON web tokens for that address, with the scopes of this server.',
    'none: this server issues tokens itself',
  ),
  'sign-in-issuer': setting(
    issuer.optional(),
    'Identity provider (OpenID Connect, its `issuer`) at which people sign in to let a program in.',
    'none: by e-mail and password',
  ),
  'sign-in-client-id': setting(
    z.string().min(1).optional(),
    'Id of this server at the provider of `sign-in-issuer`. Its secret is BELLHOP_SIGN_IN_SECRET, its redirect address `/oauth/callback`.',
  ),
  'sign-in-domains': setting(
    list.default([]),
    'Domains of e-mail addresses whose owners get an account at their first sign-in by the provider.',
    'none: only who has an account',
  ),
  'sign-in-trust-email': toggle(
    'Trust e-mail addresses if the identity provider does not say whether they are confirmed, like Microsoft Entra.',
  ),
  'sign-in-role-claim': setting(
    z.string().min(1).default('groups'),
    'Claim of the identity provider that lists a person’s groups or roles.',
  ),
  'sign-in-roles': setting(
    pairsOf(z.enum(['owner', 'administrator', 'moderator', 'member', 'guest'])),
    'Roles in the chat by what the claim `sign-in-role-claim` holds, as `bellhop-admins=administrator,contractors=guest`. Owners stay owners.',
    'none: roles are given here',
  ),
} as const
