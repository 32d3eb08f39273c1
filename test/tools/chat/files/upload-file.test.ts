import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { authorization, fetchPath, PNG, sendFiles, upload } from '../../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { pngOf } from '../../../support/pictures.ts'

/** Every file below a folder. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('a file is stored byte by byte, answered with its address, and seen by its owner only', async () => {
  verifies('chat:4.6:uploads:multipart', 'chat:4.1:2:multipart', 'chat:4.6:uploads:url')
  verifies('chat:4.6:uploads:uri', 'chat:4.6:uploads:filename', 'chat:4.6:uploads:private')
  verifies('chat:9:285', 'chat:9:272')
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const content = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251)
  const answer = ok(await sendFiles(world, alice, [{ name: 'отчёт 2026 [x].txt', content }]))
  expect(answer).toMatchObject({ filename: 'отчёт 2026 [x].txt', uri: answer['url'] })
  const url = answer['url'] as string
  expect(url).toMatch(/^\/user_uploads\/1\/[\w-]{32}\/отчёт-2026-x\.txt$/)
  const own = await fetchPath(world, alice, url)
  expect(own.status).toBe(200)
  expect(Buffer.compare(Buffer.from(await own.arrayBuffer()), content)).toBe(0)
  for (const other of [bob, world.owner, undefined]) {
    const refused = await fetchPath(world, other, url)
    const unknown = await fetchPath(world, other, url.replace(/.{32}\/о/, `${'x'.repeat(32)}/о`))
    expect([refused.status, unknown.status]).toEqual([404, 404])
    expect(await refused.text()).toBe(await unknown.text())
  }
})

test('its address can be asked for in percent signs too', async () => {
  await using world = await startChatWorld()
  const url = await upload(world, world.owner, 'año.txt', 'x')
  expect((await fetchPath(world, world.owner, encodeURI(url))).status).toBe(200)
  expect((await fetchPath(world, world.owner, `${url}%`)).status).toBe(404)
})

test('exactly one file is taken', async () => {
  await using world = await startChatWorld()
  const file = { name: 'a.txt', content: 'x' }
  const none = { status: 400, code: 'BAD_REQUEST', msg: 'You must specify a file to upload' }
  expect(await sendFiles(world, world.owner, [])).toMatchObject(none)
  expect(await world.owner.post('/user_uploads')).toMatchObject(none)
  expect(await sendFiles(world, world.owner, [file, file])).toMatchObject({
    status: 400,
    msg: 'You may only upload one file at a time',
  })
  expect(ok(await world.owner.get('/attachments'))['attachments']).toEqual([])
  expect(filesIn(world.folder)).toEqual([])
  expect(await sendFiles(world, undefined, [file])).toMatchObject({ status: 401 })
})

describe('limits', () => {
  test('a file above the largest size is refused while it arrives, and leaves nothing', async () => {
    verifies('chat:4.6:uploads:max', 'chat:8:upload')
    await using world = await startChatWorld({ files: { maxMib: 1 } })
    expect(await world.owner.register()).toMatchObject({ max_file_upload_size_mib: 1 })
    const exact = new Uint8Array(1024 * 1024)
    ok(await sendFiles(world, world.owner, [{ name: 'a.bin', content: exact }]))
    const content = new Uint8Array(exact.length + 1)
    expect(await sendFiles(world, world.owner, [{ name: 'b.bin', content }])).toMatchObject({
      status: 400,
      msg: "File is larger than this server's configured maximum upload size (1 MiB).",
    })
    expect(filesIn(world.folder)).toHaveLength(1)
  })

  test('a file that never ends is cut off where it gets too large', async () => {
    await using world = await startChatWorld({ files: { maxMib: 1 } })
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        const head = '--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n'
        const part = sent === 0 ? Buffer.from(head) : Buffer.alloc(65_536)
        sent += part.byteLength
        controller.enqueue(part)
      },
    })
    const headers = {
      ...authorization(world.owner),
      'content-type': 'multipart/form-data; boundary=x',
    }
    const init: RequestInit = { method: 'POST', headers, body: endless, duplex: 'half' }
    const answer = await world.request('/user_uploads', init)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('1 MiB')])
    expect(sent).toBeLessThan(4 * 1024 * 1024)
    expect(filesIn(world.folder)).toEqual([])
  })

  test('a body that breaks off or is none leaves nothing', async () => {
    await using world = await startChatWorld()
    const send = async (body: string, type = 'multipart/form-data; boundary=x') => {
      const headers = { ...authorization(world.owner), 'content-type': type }
      const response = await world.request('/user_uploads', { method: 'POST', headers, body })
      return [response.status, ((await response.json()) as { msg: string }).msg]
    }
    const head = '--x\r\ncontent-disposition: form-data; name="f"; filename="f.txt"\r\n\r\n'
    const malformed = [400, 'Malformed multipart body']
    expect(await send(`${head}abc`)).toEqual(malformed)
    expect(await send(`${head}abc\r\n--x`)).toEqual(malformed)
    expect(await send('abc')).toEqual(malformed)
    expect(await send('abc', 'multipart/form-data')).toEqual(malformed)
    expect(ok(await world.owner.get('/attachments'))['attachments']).toEqual([])
    expect(filesIn(world.folder)).toEqual([])
  })

  test('what all files together may take is not exceeded', async () => {
    await using world = await startChatWorld({ files: { maxMib: 1, quotaMib: 2 } })
    const content = new Uint8Array(900_000)
    expect(await world.owner.register()).toMatchObject({ realm_upload_quota_mib: 2 })
    const over = { status: 400, msg: "Upload would exceed your organization's upload quota." }
    for (const name of ['a', 'b']) ok(await sendFiles(world, world.owner, [{ name, content }]))
    expect(await sendFiles(world, world.owner, [{ name: 'c', content }])).toMatchObject(over)
    expect(filesIn(world.folder)).toHaveLength(2)
    const { attachments } = ok(await world.owner.get('/attachments'))
    ok(await world.owner.delete(`/attachments/${attachments[0].id}`))
    ok(await sendFiles(world, world.owner, [{ name: 'c', content }]))
  })
})

describe('names', () => {
  test.each([
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini', 'boot.ini'],
    ['/', 'uploaded-file', 'uploaded-file'],
    ['..', 'uploaded-file', 'uploaded-file'],
    ['', 'uploaded-file', 'uploaded-file'],
    ['.htaccess', 'htaccess', 'htaccess'],
    ['a\u202Egnp.exe', 'agnp.exe', 'agnp.exe'],
    ['a\u0007b\u001B[31mc.txt', 'abc.txt', 'abc.txt'],
    ['nul\u0000.txt', '_nul.txt', '_nul.txt'],
    ['CON.txt', '_CON.txt', '_CON.txt'],
    ['com1', '_com1', '_com1'],
    ['a<b>c:"d|e?f*.txt', 'a_b_c__d_e_f_.txt', 'a_b_c__d_e_f_.txt'],
    ['name. . ', 'name', 'name'],
    ['a (1) [2].txt', 'a (1) [2].txt', 'a-1-2.txt'],
    ['日本語 ファイル.png', '日本語 ファイル.png', '日本語-ファイル.png'],
    ['cafe\u0301.txt', 'café.txt', 'café.txt'],
    ['👩‍🚀.txt', '👩‍🚀.txt', 'txt'],
    ['%2e%2e%2fx', '%2e%2e%2fx', '2e2e2fx'],
    [`${'x'.repeat(400)}.tar.gz`, `${'x'.repeat(252)}.gz`, `${'x'.repeat(97)}.gz`],
    [`${'é'.repeat(200)}.txt`, `${'é'.repeat(125)}.txt`, `${'é'.repeat(48)}.txt`],
  ])('%j is called %j', async (name, displayName, inPath) => {
    const { toPathName, toDisplayName } = await import('../../../../src/chat/files/names.ts')
    expect(toDisplayName(name)).toBe(displayName)
    expect(toPathName(toDisplayName(name))).toBe(inPath)
  })

  test('no name leaves the folder of uploads', async () => {
    await using world = await startChatWorld()
    for (const name of ['../../../../tmp/evil', '..%2f..%2fevil', 'C:\\evil', '/etc/evil']) {
      const url = await upload(world, world.owner, name)
      expect((await fetchPath(world, world.owner, url)).status).toBe(200)
    }
    expect(filesIn(world.folder)).toHaveLength(4)
    for (const name of filesIn(world.folder)) expect(name).toMatch(/^[0-9a-f]{32}$/)
    for (const path of ['../../store.db', '..%2f..%2fstore.db', '1/../../store.db', '%2e%2e/x']) {
      expect((await fetchPath(world, world.owner, `/user_uploads/${path}`)).status).toBe(404)
    }
  })
})

describe('what a browser is told of a file', () => {
  const html = '<html><script>alert(1)</script></html>'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const gifScript = 'GIF89a/*<script>alert(1)</script>*/=1;alert(1)'
  test.each([
    ['page.html', html, undefined],
    ['image.svg', svg, undefined],
    ['image.png', html, undefined],
    ['image.png', svg, undefined],
    ['feed.xml', '<?xml version="1.0"?><x/>', undefined],
    ['doc.pdf', '%PDF-1.7', undefined],
    ['run.js', 'alert(1)', undefined],
    ['x.swf', 'FWS\x09', undefined],
    ['image.png', PNG, 'image/png'],
    ['not-called-so.txt', PNG, 'image/png'],
    ['both.gif', gifScript, 'image/gif'],
    ['photo.html', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 60, 115]), 'image/jpeg'],
  ])('%s holding %j is shown as %s', async (name, content, expected) => {
    await using world = await startChatWorld()
    const sent = { name, content, type: 'text/html' }
    const { url } = ok(await sendFiles(world, world.owner, [sent]))
    const { headers } = await fetchPath(world, world.owner, url as string)
    expect(headers.get('content-type')).toBe(expected ?? 'application/octet-stream')
    const kind = expected === undefined ? 'attachment' : 'inline'
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${kind}; filename=`))
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toContain('private')
  })

  test('its name stands in the header as a name and nothing else', async () => {
    await using world = await startChatWorld()
    const url = await upload(world, world.owner, `a";x=y\r\nset-cookie: a=b; 'ü'.txt`)
    const { headers } = await fetchPath(world, world.owner, url)
    expect(headers.get('set-cookie')).toBe(null)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[ -!#-~]*"; filename\*=UTF-8''[\w%.!-]*$/,
    )
  })
})

test('parts of a file can be asked for, and what has not changed is not sent again', async () => {
  await using world = await startChatWorld()
  const url = await upload(world, world.owner, 'a.txt', '0123456789')
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const response = await fetchPath(world, world.owner, url, { method, headers })
    return [response.status, response.headers.get('content-range'), await response.text()]
  }
  expect(await ask({ range: 'bytes=2-4' })).toEqual([206, 'bytes 2-4/10', '234'])
  expect(await ask({ range: 'bytes=7-' })).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await ask({ range: 'bytes=-3' })).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await ask({ range: 'bytes=8-99' })).toEqual([206, 'bytes 8-9/10', '89'])
  expect(await ask({ range: 'bytes=10-' })).toEqual([416, 'bytes */10', ''])
  expect(await ask({ range: 'bytes=-0' })).toEqual([416, 'bytes */10', ''])
  for (const range of ['bytes=5-2', 'bytes=0-1,3-4', 'bytes=x', 'lines=1-2', 'bytes=-']) {
    expect(await ask({ range })).toEqual([200, null, '0123456789'])
  }
  expect(await ask({ range: 'bytes=2-4', 'if-range': '"other"' })).toEqual([
    200,
    null,
    '0123456789',
  ])
  expect(await ask({ range: 'bytes=2-4' }, 'HEAD')).toEqual([206, 'bytes 2-4/10', ''])
  const etag = (await fetchPath(world, world.owner, url)).headers.get('etag') ?? ''
  expect(await ask({ 'if-none-match': `"x", W/${etag}` })).toEqual([304, null, ''])
  expect(
    (await fetchPath(world, undefined, url, { headers: { 'if-none-match': etag } })).status,
  ).toBe(404)
})

test('a page full of pictures uses nothing up of what an account may ask; strangers are counted', async () => {
  await using world = await startChatWorld({ rateRules: [{ count: 5, seconds: 60 }] })
  const url = await upload(world, world.owner, 'a.txt')
  for (let count = 0; count < 20; count += 1) {
    expect((await fetchPath(world, world.owner, url)).status).toBe(200)
  }
  ok(await world.owner.get('/attachments'))
  const statuses = []
  for (let count = 0; count < 101; count += 1) {
    statuses.push((await fetchPath(world, undefined, url)).status)
  }
  expect(new Set(statuses.slice(0, 100))).toEqual(new Set([404]))
  expect(statuses.at(-1)).toBe(429)
})

test('an empty file is a file', async () => {
  await using world = await startChatWorld()
  const url = await upload(world, world.owner, 'empty.txt', '')
  const response = await fetchPath(world, world.owner, url)
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('a message says how large its pictures are, so that their room is kept before they come', async () => {
  await using world = await startChatWorld()
  const named = async (name: string, content: Uint8Array<ArrayBuffer> | string) =>
    upload(world, world.owner, name, content)
  const html = async (content: string) =>
    ok(await world.owner.post('/messages/render', { content }))['rendered'] as string
  const wide = await named('wide.png', pngOf(300, 20))
  expect(await html(`[wide](${wide})`)).toContain(
    `<img data-original-dimensions="300x20" src="/user_uploads/thumbnail${wide.slice('/user_uploads'.length)}/840x560.jpg">`,
  )
  expect(await html(`![wide](${wide})`)).toContain(
    `<img alt="wide" class="inline-image" data-original-dimensions="300x20" data-original-src="${wide}" src="${wide}">`,
  )
  const none = await named('none.png', 'no picture')
  expect(await html(`[none](${none})`)).toContain(`<img src="${none}">`)
})
