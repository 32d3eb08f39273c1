import { OperationError } from './errors.ts'
import type { Right } from './right.ts'

/** Scopes that somebody may allow a program that comes in by OAuth, each with the words of the page that asks for it. */
export const OAUTH_SCOPES = {
  mcp: 'Use the tools of this server, and read what you can read in the chat.',
  'chat:write': 'Write and change things in the chat in your name.',
  pay: 'Make calls that this server pays for.',
} as const

/** A scope of access tokens. */
export type OAuthScope = keyof typeof OAUTH_SCOPES

/** Every scope; the first one is that of every program. */
export const ALL_OAUTH_SCOPES = Object.keys(OAUTH_SCOPES) as readonly OAuthScope[]

/** What programs are told to ask for as they come: what people use every day. The rest is asked for when a call needs it. */
export const USUAL_OAUTH_SCOPES: readonly OAuthScope[] = ['mcp', 'chat:write']

/** What an access token stands for. */
export interface OAuthAccess {
  /** The right to the account of the chat that let the program in. */
  right: Right
  scopes: ReadonlySet<OAuthScope>
  /** Id of the consent that let the program in, where it was given here. */
  programId?: string
}

/** The refusal of a call for which the access token lacks scopes. */
export class ScopeMissing extends OperationError {
  /** All that the call needs, and what the token has. */
  readonly scopes: readonly OAuthScope[]

  constructor(scopes: readonly OAuthScope[]) {
    super('forbidden', 'The access token lacks a scope that this call needs.', {
      hint: `Ask the user to allow it: authorize again with scope "${scopes.join(' ')}".`,
      fields: { scopes },
    })
    this.scopes = scopes
  }
}

/** The scopes among the words of a text, in the order of `ALL_OAUTH_SCOPES`; others are left out. */
export function scopesIn(text: string): OAuthScope[] {
  const words = new Set(text.split(' '))
  return ALL_OAUTH_SCOPES.filter((scope) => words.has(scope))
}

/** Where the authorization server is, on this server. */
export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks.json',
  /** The page on which people sign in and consent; the id of the visit follows. */
  consent: '/oauth/consent',
  /** Where an identity provider sends browsers back to. */
  callback: '/oauth/callback',
} as const

/** Where a request came from, as limits count it. */
export interface Sender {
  address: string
  /** The network that the address belongs to. */
  network: string
}

/** A request of Node's server and its response, which the surface hands on as they are. */
export interface NodeExchange {
  from: Sender
  incoming: {
    headers: Record<string, string | string[] | undefined>
    url?: string
    method?: string
    socket: object
  }
  outgoing: {
    statusCode: number
    setHeader(name: string, value: string): unknown
    end(text?: string): unknown
  }
}

/** What a program asks somebody for. Names are what it calls itself: hostile, of one line and bounded. */
export interface ConsentRequest {
  clientId: string
  /** Undefined where it gives none. */
  clientName: string | undefined
  /** Whether its id is the address of a document that it is known by: then that host vouches for the name. */
  isDocumented: boolean
  /** Where the browser is sent next: a host, or a scheme of a program's own. */
  redirectTo: string
  /** Whether that is a program on the computer of whoever consents. */
  isOnComputer: boolean
  scopes: readonly OAuthScope[]
}

/** The authorization server of this instance. A visit of a browser goes on at whatever instance on the same store. */
export interface AuthorizationServer {
  /** Serves one of its routes: metadata, authorization, token, revocation. */
  serve(exchange: NodeExchange): Promise<void>
  /** The request of the program that sent the browser; undefined once that took too long. */
  findConsentRequest(exchange: NodeExchange): Promise<ConsentRequest | undefined>
  /** Lets the program in; returns where the browser goes on. */
  allow(
    exchange: NodeExchange,
    consent: { accountId: number; scopes: readonly OAuthScope[] },
  ): Promise<string>
  /** Sends the program away; returns where the browser goes on. */
  deny(exchange: NodeExchange): Promise<string>
  /** Registers a program by its metadata, which is JSON of its own making: narrows it, and answers. */
  register(exchange: NodeExchange, metadata: string): Promise<void>
}

/** Somebody whom an identity provider of the operator knows. */
export interface Identity {
  issuer: string
  subject: string
  /** Undefined where it is not confirmed. */
  email: string | undefined
  fullName: string | undefined
  /** Role in the chat that the provider's claims give them; undefined where they say nothing. */
  role: number | undefined
  /** Whether an account is made for them where there is none. */
  mayJoin: boolean
}

/** How somebody signs in at an identity provider of the operator. */
export interface IdentityProvider {
  /** Host of the provider, as pages show it. */
  readonly name: string
  /** Where the browser goes to sign in, and what it must show when it comes back. `goOn` is where it goes then. */
  begin(goOn: string): Promise<{ url: string; state: string }>
  /**
   * Who came back, and where they go on. `state` is what the browser has shown. Throws `forbidden` for anybody else than who
   * began, and for whom the provider does not know.
   */
  finish(callback: URL, state: string): Promise<{ identity: Identity; goOn: string }>
}

/** OAuth as a surface sees it. */
export interface OAuth {
  /** Address of the authorization server, byte for byte as its metadata say it. */
  issuer: string
  /** What tokens are for: the address of `/mcp`. */
  resource: string
  /** What an access token stands for; undefined for one that is unknown, expired, revoked or for another resource. */
  accessOf(token: string): Promise<OAuthAccess | undefined>
  /** Present where this instance is the authorization server; loaded by the first request that needs it. */
  server?: () => Promise<AuthorizationServer>
  /** Present where people sign in elsewhere. */
  identityProvider?: IdentityProvider
}
