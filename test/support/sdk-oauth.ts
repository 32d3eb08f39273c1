const REDIRECT = 'http://127.0.0.1:49152/callback'

/** What the client of the SDK keeps of its sign-in, and where it sends people; it is known by its document, or registers itself. */
export function rememberingProvider(clientMetadataUrl?: string, scope?: string) {
  const kept: Record<string, unknown> = {}
  const sent: URL[] = []
  return {
    kept,
    sent,
    redirectUrl: REDIRECT,
    provider: {
      redirectUrl: REDIRECT,
      ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
      clientMetadata: {
        client_name: 'SDK',
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        ...(scope === undefined ? {} : { scope }),
      },
      clientInformation: () => kept['client'],
      saveClientInformation: (client: unknown) => void (kept['client'] = client),
      tokens: () => kept['tokens'],
      saveTokens: (tokens: unknown) => void (kept['tokens'] = tokens),
      saveCodeVerifier: (verifier: string) => void (kept['verifier'] = verifier),
      codeVerifier: () => kept['verifier'],
      redirectToAuthorization: (url: URL) => void sent.push(url),
      // oxlint-disable-next-line typescript/no-explicit-any -- only what a test client needs of it.
    } as any,
  }
}
