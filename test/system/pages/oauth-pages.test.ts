import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { serveBellhop } from '../../support/bellhop.ts'
import { canaries } from '../../support/canaries.ts'
import { launchBrowser } from '../../support/launch-browser.ts'
import { OAuthClient, statusWith, type Tokens } from '../../support/oauth-client.ts'
import { startOAuthProcesses } from '../../support/oauth-processes.ts'

const { password } = canaries()

test('a browser follows the page to a program of another origin, and on from there', async () => {
  await using world = await startOAuthProcesses({ password, count: 1 })
  // As hosts in the cloud do, which send people on to pages of other origins of theirs.
  const site = createServer(({ url = '', headers: { host = '' } }, outgoing) => {
    const isFirst = url.startsWith('/callback')
    const location = `http://127.0.0.1:${host.split(':')[1]}/done${url.slice('/callback'.length)}`
    outgoing.writeHead(
      isFirst ? 302 : 200,
      isFirst ? { location } : { 'content-type': 'text/html' },
    )
    outgoing.end(isFirst ? '' : '<title>You may close this</title>')
  })
  await new Promise<void>((resolve) => {
    site.listen(0, resolve)
  })
  const redirectUri = `http://localhost:${(site.address() as AddressInfo).port}/callback`
  const client = await OAuthClient.registered(world.url, redirectUri)
  const { url, verifier } = client.begin()
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ javaScriptEnabled: false })
    await page.goto(url.href)
    await page.getByLabel('E-mail').fill(world.owner.username)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Write and change things').uncheck()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/\/done\?/)
    expect(await page.title()).toBe('You may close this')
    const code = new URL(page.url()).searchParams.get('code') ?? ''
    const tokens = (await (await client.exchange(code, verifier)).json()) as Tokens
    expect(tokens.scope).toBe('mcp')
    expect(await statusWith(world.mcpUrl, tokens.access_token)).toBe(200)
  } finally {
    await browser.close()
    site.close()
  }
})

test('a server with a public name and nothing else set up says how programs come in', async () => {
  const name = 'bellhop.example.com'
  await using served = await serveBellhop([
    '--allowed-hosts',
    name,
    '--public-url',
    `https://${name}`,
  ])
  const { hostname, port } = new URL(served.url)
  const ask = async (path: string) => {
    const { request } = await import('node:http')
    return new Promise<{ status: number | undefined; challenge: unknown; body: string }>(
      (resolve, reject) => {
        const pending = request(
          {
            hostname,
            port,
            path,
            method: path === '/mcp' ? 'POST' : 'GET',
            headers: { host: name },
          },
          (answer) => {
            let body = ''
            answer.setEncoding('utf8').on('data', (piece: string) => (body += piece))
            answer.on('end', () => {
              resolve({
                status: answer.statusCode,
                challenge: answer.headers['www-authenticate'],
                body,
              })
            })
          },
        )
        pending.on('error', reject)
        pending.end()
      },
    )
  }
  expect(await ask('/mcp')).toMatchObject({
    status: 401,
    challenge: `Bearer scope="mcp chat:write", resource_metadata="https://${name}/.well-known/oauth-protected-resource/mcp"`,
  })
  const { body } = await ask('/.well-known/oauth-authorization-server')
  expect(JSON.parse(body)).toMatchObject({
    issuer: `https://${name}`,
    token_endpoint: `https://${name}/oauth/token`,
  })
  expect(served.stderr()).not.toContain('oidc-provider')
})
