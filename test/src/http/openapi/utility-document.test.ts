import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { servedOverHttp } from '../../../../src/core/select/select.ts'
import { utilityDocument } from '../../../../src/http/openapi/utility-document.ts'
import { wholeCatalogue } from '../../../../tools/index.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { SPECIFIED_ERRANDS } from '../../../support/specified-operations.ts'

interface Described {
  operationId: string
  tags: string[]
  requestBody: { required: boolean; content: object }
  responses: Record<string, { headers?: object }>
}

const operations = servedOverHttp(await wholeCatalogue())
const document = utilityDocument({
  operations,
  baseUrl: 'https://bellhop.example.com',
}) as unknown as {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  paths: Record<string, { post: Described }>
}

/** Those of the specification; the others are for operators. */
const paths = Object.entries(document.paths).filter(
  ([, { post }]) => post && !post.tags.includes('operator'),
)

test('is OpenAPI 3.1.0 of contract 1.0.0, its paths without a version', () => {
  verifies('utility:9:version', 'utility:9:openapi', 'utility:9:paths', 'utility:1:base')
  expect(document.openapi).toBe('3.1.0')
  expect(document.info.version).toBe('1.0.0')
  expect(document.servers).toEqual([{ url: 'https://bellhop.example.com' }])
  for (const [path] of paths) expect(path).toMatch(/^\/[a-z]+(-[a-z]+)*$/)
})

test('is valid by the schema of OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  expect(validator.version).toBe('3.1')
})

test('names the bearer key: free to leave out, wanted, or nothing to do with what is sold', () => {
  const described = utilityDocument({ operations, baseUrl: 'https://a.test' }) as {
    components: object
    security: object
  }
  expect(described.components).toMatchObject({
    securitySchemes: { bearerKey: { type: 'http', scheme: 'bearer' } },
  })
  expect(described.security).toEqual([{}, { bearerKey: [] }])
  const keyed = utilityDocument({ operations, baseUrl: 'https://a.test', isKeyed: true })
  expect(keyed['security']).toEqual([{ bearerKey: [] }])
})

const sold = new Set(operations.filter(({ price }) => price).map(({ name }) => name))

test('describes every operation at its path of the specification', () => {
  verifies('utility:4.1:path', 'utility:4.2:path', 'utility:4.3:path', 'utility:4.4:path')
  verifies('utility:4.5:path', 'utility:4.6:path', 'utility:4.7:path', 'utility:1:twelve')
  const ids = paths.map(([path, { post }]) => [path, post.operationId])
  const specified = new Set<string>(SPECIFIED_ERRANDS)
  expect(ids.filter(([, id]) => specified.has(id ?? ''))).toEqual([
    ['/extract', 'extract'],
    ['/metadata', 'metadata'],
    ['/unfurl', 'unfurl'],
    ['/rss-to-json', 'rss_to_json'],
    ['/pdf-to-markdown', 'pdf_to_markdown'],
    ['/qr', 'qr'],
    ['/convert', 'convert'],
    ['/token-price', 'token_price'],
    ['/wallet-balance', 'wallet_balance'],
    ['/resolve-name', 'resolve_name'],
    ['/gas', 'gas'],
    ['/token-info', 'token_info'],
  ])
})

test('each operation takes a JSON body and names its errors', () => {
  verifies('utility:1:post-json', 'utility:4:1')
  for (const [, { post }] of paths) {
    expect(post.requestBody.required).toBe(true)
    expect(Object.keys(post.requestBody.content)).toEqual(['application/json'])
    if (!sold.has(post.operationId)) continue
    expect(Object.keys(post.responses).join(' ')).toBe(
      '200 400 401 402 403 409 413 422 429 500 502 503 504',
    )
    expect(post.responses['402']?.headers).toHaveProperty('PAYMENT-REQUIRED')
    expect(post.responses['429']?.headers).toHaveProperty('Retry-After')
  }
})

test('the prices are those of the specification', () => {
  verifies('utility:4.1:price', 'utility:4.2:price', 'utility:4.3:price', 'utility:4.4:price')
  verifies('utility:4.5:price', 'utility:4.6:price', 'utility:4.7:price')
  expect(Object.fromEntries(operations.map(({ name, price }) => [name, price]))).toMatchObject({
    extract: '0.002',
    metadata: '0.001',
    unfurl: '0.001',
    rss_to_json: '0.001',
    pdf_to_markdown: '0.003',
    qr: '0.001',
    convert: '0.001',
  })
})
