import { expect, test } from 'vitest'
import { mayRedirectTo } from '../../../src/oauth/redirect-forms.ts'

const ALLOWED = [
  'https://claude.ai/api/mcp/auth_callback',
  'https://chatgpt.com/connector/oauth/abc123',
  'https://x.example:8443/cb?to=1',
  'HTTPS://X.EXAMPLE/cb',
  'http://localhost/callback',
  'http://localhost:3334/oauth/callback',
  'http://127.0.0.1:33418/',
  'http://[::1]:8080/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'vscode://saoudrizwan.claude-dev/mcp-auth/callback/abc',
  'vscode-insiders://publisher.extension/callback',
  'windsurf://publisher.extension/auth-callback',
  'kiro://kiro.kiroAgent/authenticate-success',
  'warp://mcp/oauth2callback',
  'grokbot://mcp/oauth/callback',
  'raycast://oauth?package_name=Extension',
  'com.raycast:/oauth?package_name=Extension',
  'com.example.app:/oauth2redirect/example-provider',
  'Com.Example.App:/callback',
  'io.modelcontextprotocol.inspector://callback',
]

const REFUSED = [
  'http://evil.example/callback',
  'http://localhost.evil.example/callback',
  'http://127.0.0.2.evil.example/',
  'http://0.0.0.0/callback',
  'http://192.168.1.1/callback',
  'http://localhost@evil.example/',
  'https://claude.ai@evil.example/',
  'https://user:word@x.example/',
  'https://',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'JavaScript://x.example/%0aalert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://x.example/1',
  'filesystem:https://x.example/1',
  'about:blank',
  'view-source:https://x.example/',
  'feed:javascript:alert(1)',
  'ms-msdt:/id PCWDiagnostic',
  'ms-msdt:/id',
  'search-ms:query=x&crumb=location:\\\\evil',
  'ms-officecmd:{}',
  'ms-word:ofe|u|https://evil.example/x.docx',
  'intent://x#Intent;scheme=http;end',
  'content://com.example/x',
  'chrome://settings',
  'chrome-extension://abc/x.html',
  'ssh://evil.example',
  'ws://localhost/',
  'ftp://localhost/',
  'mailto:a@b.example',
  'tel:+1',
  'sms:+1',
  'facetime://x',
  'steam://run/1',
  'zoommtg://x',
  'cursors://x',
  'xcursor://x',
  'vscode',
  'vscode:',
  '//evil.example/',
  '/callback',
  '',
  'z39.50:x',
  '.com.example:/x',
  'com..example:/x',
  'com.example.:/x',
  'com.1example:/x',
  'https://x.example/\ncb',
  'https://x.example/ü',
  'https://x.example\\@evil.example/',
  'cursor://x y',
  'https://x.example/#a',
  'cursor://x#a',
]

test.each(ALLOWED)('%j', (address) => {
  expect(mayRedirectTo(address)).toBe(true)
})

test.each(REFUSED)('not %j', (address) => {
  expect(mayRedirectTo(address)).toBe(false)
})

test('no scheme that anybody makes up without a dot, and no plain http but to this computer', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789+-'
  let seed = 7
  const below = (count: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % count
  }
  const word = (): string =>
    Array.from({ length: 1 + below(12) }, () => letters[below(letters.length)]).join('')
  const rests = [':x', '://x', ':/x', '://localhost/x', ':javascript:alert(1)', '://127.0.0.1:1/']
  for (let turn = 0; turn < 5_000; turn += 1) {
    const scheme = `q${word()}`
    expect(mayRedirectTo(`${scheme}${rests[below(rests.length)]}`), scheme).toBe(false)
    const host = `${word()}.${word()}`
    expect(mayRedirectTo(`http://${host}/`), host).toBe(false)
  }
})
