/** What of the library is used; it brings no types. */
declare module 'oidc-provider' {
  /** A request in the library's hands. */
  export interface Context {
    method: string
    path: string
    status: number
    type: string
    body: unknown
    set(name: string, value: string): void
    oidc: { params?: Record<string, unknown>; client?: Client }
  }

  /** A registered program, or one known by a document. */
  export interface Client {
    clientId: string
    clientName?: string
    grantTypeAllowed(type: string): boolean
  }

  /** What somebody has allowed a program. */
  export interface Grant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    rejectResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  /** A browser that was sent to sign in and consent. */
  export interface Interaction {
    uid: string
    params: Record<string, unknown>
    prompt: { name: string }
  }

  /** How the visit of a browser that was sent to sign in ends. */
  export type InteractionResult =
    | { error: string; error_description: string }
    | { login: { accountId: string; remember: boolean }; consent: { grantId: string } }

  export class Provider {
    constructor(issuer: string, configuration: object)
    proxy: boolean
    readonly Client: { find(id: string): Promise<Client | undefined> }
    readonly Grant: new (of: { accountId: string; clientId: string }) => Grant
    callback(): (incoming: object, outgoing: object) => Promise<void>
    interactionDetails(incoming: object, outgoing: object): Promise<Interaction>
    interactionResult(
      incoming: object,
      outgoing: object,
      result: InteractionResult,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<string>
    on(event: string, listener: (context: Context, error: Error) => void): void
  }

  export const errors: Record<
    | 'InvalidClient'
    | 'InvalidGrant'
    | 'InvalidTarget'
    | 'SessionNotFound'
    | 'TemporarilyUnavailable',
    new (description?: string, options?: ErrorOptions) => Error & { statusCode: number }
  >
}
