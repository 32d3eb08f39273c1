// @module-tag full
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLI, cleanEnv, tempDir } from '../support/bellhop.ts'
import { CLIENTS } from '../support/clients.ts'
import { chooseCombinations } from '../support/combinations.ts'
import { startPageServer } from '../support/page-server.ts'

const [node, cli] = CLI
const ARTICLE = `<title>The Lobby</title><article><h1>The Lobby</h1>
${'<p>A bellhop carries what the guest cannot, and knows every door of the house.</p>'.repeat(30)}</article>`

describe.each(chooseCombinations(CLIENTS, [0]))('%s over stdio', (_, connect) => {
  test('is answered to loose arguments, and told of those that nobody knows', async () => {
    await using pages = await startPageServer({ '/a': { body: ARTICLE } })
    const args = [cli, '--allow-hosts', '127.0.0.1']
    const client = await connect({ command: node, args, env: cleanEnv() })
    // Clients check structured content against the schemas that they have seen.
    await client.listTools()
    const url = `${pages.origin}/a`
    const article = await client.callTool({
      name: 'extract',
      arguments: { url, max_chars: '500', exclude: 'nav', cursr: 'x' },
    })
    expect(article.structuredContent).toMatchObject({
      url,
      truncated: true,
      ignored: ['cursr: did you mean cursor?'],
    })
    expect(article.content[0]?.text).toContain('[Ignored arguments: cursr: did you mean cursor?]')
    const wrong = await client.callTool({ name: 'extract', arguments: { url, maxChars: '5e3' } })
    expect(wrong.content[0]?.text).toMatch(
      /^invalid_input: maxChars: expected a whole number from \d+ to \d+, not text, for example \d+/,
    )
    await client.close()
  })

  test('uploads a file of this machine from a folder that was named, and none from elsewhere', async () => {
    using dir = tempDir()
    using data = tempDir()
    writeFileSync(join(dir.path, 'plan.txt'), 'What comes next')
    const args = [cli, '--data-dir', data.path, '--read-roots', dir.path]
    const client = await connect({ command: node, args, env: cleanEnv() })
    await client.listTools()
    const upload = async (path: string) =>
      client.callTool({ name: 'upload_file', arguments: { path } })
    const sent = await upload(join(dir.path, 'plan.txt'))
    expect(sent.content[0]?.text).toMatch(/\[plan\.txt\]\(\/user_uploads\//)
    expect((await upload('/etc/hostname')).isError).toBe(true)
    await client.close()
  })
})
