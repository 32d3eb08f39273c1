import { afterAll, beforeAll, expect, test } from 'vitest'
import { callWith, challengeOf, OAuthClient, statusUnder } from '../../support/oauth-client.ts'
import { type OAuthWorld, startOAuthWorld } from '../../support/oauth-world.ts'

let world: OAuthWorld

beforeAll(async () => {
  world = await startOAuthWorld()
})
afterAll(async () => world[Symbol.asyncDispose]())

test('metadata lead from the challenge to the endpoints, and are for any page', async () => {
  const refused = await callWith(world.mcpUrl, undefined)
  expect(refused.status).toBe(401)
  const place = `${world.url}/.well-known/oauth-protected-resource/mcp`
  const usual = `scope="mcp chat:write", resource_metadata="${place}"`
  expect(challengeOf(refused)).toBe(`Bearer ${usual}`)
  const wrong = await callWith(world.mcpUrl, 'x'.repeat(43))
  expect(challengeOf(wrong)).toBe(`Bearer error="invalid_token", ${usual}`)
  for (const path of [place, `${world.url}/.well-known/oauth-protected-resource`]) {
    const answer = await fetch(path, { headers: { origin: 'https://inspector.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toEqual({
      resource: world.mcpUrl,
      authorization_servers: [world.url],
      scopes_supported: ['mcp', 'chat:write', 'pay'],
      bearer_methods_supported: ['header'],
      resource_name: 'Bellhop',
    })
  }
  for (const name of ['oauth-authorization-server', 'openid-configuration']) {
    const answer = await fetch(`${world.url}/.well-known/${name}`)
    expect(await answer.json()).toMatchObject({
      issuer: world.url,
      authorization_endpoint: `${world.url}/oauth/authorize`,
      token_endpoint: `${world.url}/oauth/token`,
      registration_endpoint: `${world.url}/oauth/register`,
      revocation_endpoint: `${world.url}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      grant_types_supported: ['authorization_code', 'refresh_token'],
      response_types_supported: ['code'],
    })
  }
  const preflight = await fetch(`${world.url}/oauth/token`, {
    method: 'OPTIONS',
    headers: { origin: 'https://inspector.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeTruthy()
})

test('metadata never hold a name that a stranger sends', async () => {
  const client = await OAuthClient.registered(world.url)
  const forged = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example;proto=https',
  }
  const paths = [
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-protected-resource/mcp',
    '/oauth/jwks.json',
    new URL(client.begin().url).href.slice(world.url.length),
    '/mcp',
  ]
  for (const path of paths) {
    for (const instance of world.instances) {
      const answer = await fetch(`${instance.url}${path}`, {
        headers: forged,
        redirect: 'manual',
      })
      const all = `${await answer.text()} ${JSON.stringify([...answer.headers])}`
      expect(all).not.toContain('evil.example')
      expect(all).not.toContain(new URL(instance.url).host)
    }
  }
  const status = await statusUnder('evil.example', `${world.instances[0]?.url}${paths[0]}`)
  expect(status).toBe(403)
})
