import { expect, test } from 'vitest'
import { writePlainDocument } from '../../../src/extract/markdown/plain-documents.ts'
import { findTextKind } from '../../../src/extract/text-kinds.ts'

test.each([
  ['https://a.test/x/a.YAML?b=c.py', 'yaml'],
  ['https://a.test/Cargo.toml', 'toml'],
  ['https://a.test/a.test.ts', 'typescript'],
  ['https://a.test/Dockerfile', 'dockerfile'],
  ['https://a.test/a.txt', undefined],
  ['https://a.test/yaml', undefined],
  ['https://a.test/a.__proto__', undefined],
  ['no address', undefined],
])('the text at %s is %s', (url, kind) => {
  expect(findTextKind(url)).toBe(kind)
})

test('a block of code names the language of the file', () => {
  const document = {
    url: 'https://a.test/a.py',
    contentType: 'text/plain',
    bytes: Buffer.from('x = 1'),
  }
  const style = { links: 'inline', images: 'keep' } as const
  expect(writePlainDocument('text', { ...document, ...style }).markdown).toBe(
    '```python\nx = 1\n```',
  )
})
