import { expect, test } from 'vitest'
import { OperationError } from '../../../src/contract/errors.ts'
import type { Place } from '../../../src/contract/operation.ts'
import { servePagesToCaller } from '../../support/pages-and-caller.ts'
import { reading } from '../../support/reading.ts'

servePagesToCaller({})

test('another instance is asked for a document after all else, at the address as it is written', async () => {
  const calls: string[] = []
  const url = 'https://example.com/a.zip!/walks.docx'
  const place: Place = async ({ name }, { input }) => {
    calls.push(`${name} ${String(input['url'])}`)
    if (name !== 'document_to_markdown') throw new OperationError('unsupported_content', 'Not so.')
    return {
      url,
      format: 'docx',
      title: 'Walks',
      author: '',
      wordCount: 2,
      markdown: 'Along the harbour',
    }
  }
  const { parts } = await reading({ urls: url }, { services: { place } })
  expect(parts[0]).toMatchObject({ kind: 'docx', title: 'Walks', text: 'Along the harbour' })
  const names = ['extract', 'pdf_to_markdown', 'rss_to_json', 'document_to_markdown']
  expect(calls).toEqual(names.map((name) => `${name} ${url}`))
})
