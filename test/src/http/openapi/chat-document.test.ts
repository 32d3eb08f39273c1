import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { servedOverHttp } from '../../../../src/core/select/select.ts'
import { chatDocument } from '../../../../src/http/openapi/chat-document.ts'
import { utilityDocument } from '../../../../src/http/openapi/utility-document.ts'
import type { Paths } from '../../../../src/http/routes/route-says.ts'
import { wholeCatalogue } from '../../../../tools/index.ts'
import { verifies } from '../../../requirements/verifies.ts'

const operations = servedOverHttp(await wholeCatalogue())
const baseUrl = 'https://bellhop.example.com'
const document = chatDocument({ operations, baseUrl }) as unknown as Described
const spoken = operations.filter(({ http }) => http.dialect === 'form')

interface Described {
  paths: Paths
  externalDocs: { url: string }
  components: Record<string, Record<string, object>>
  security: object[]
}

const routes = Object.values(document.paths).flatMap((item) => Object.values(item))

function routeOf(operationId: string) {
  const found = routes.find((route) => route.operationId === operationId)
  if (!found) throw new Error(`${operationId} is not described`)
  return found
}

test('is valid by the schema of OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate({ ...structuredClone(document) })
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  expect(validator.version).toBe('3.1')
})

test('names no path twice, no operation twice, and nothing that is not there', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
  expect(new Set(shapes).size).toBe(shapes.length)
  const ids = routes.map(({ operationId }) => operationId).filter((id) => id !== undefined)
  expect(new Set(ids).size).toBe(ids.length)
  const text = JSON.stringify(document)
  for (const [, kind = '', name = ''] of text.matchAll(
    /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g,
  )) {
    expect(document.components[kind], name).toHaveProperty(name)
  }
  const schemes = [document.security, ...routes.map(({ security = [] }) => security)].flat(2)
  for (const name of schemes.flatMap((one) => Object.keys(one))) {
    expect(document.components['securitySchemes']).toHaveProperty(name)
  }
})

test('each parameter of a path is described, by the name it has there', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const { parameters = [] } of Object.values(item)) {
      const described = parameters.filter((one) => one['in'] === 'path')
      expect(described.map(({ name }) => name)).toEqual(names)
    }
  }
})

test('describes every operation of the chat, and each document names the other', () => {
  const ids = new Set(routes.flatMap(({ operationId }) => operationId?.split('_or_') ?? []))
  expect(spoken.length).toBeGreaterThan(120)
  expect(spoken.filter(({ name }) => !ids.has(name)).map(({ name }) => name)).toEqual([])
  expect(document.externalDocs.url).toBe(`${baseUrl}/openapi.json`)
  const utility = utilityDocument({ operations, baseUrl })
  expect(utility['externalDocs']).toMatchObject({ url: `${baseUrl}/api/v1/openapi.json` })
})

test('parameters travel in the query or as fields, arrays and objects as JSON text', () => {
  verifies('chat:4.1:2:form', 'chat:4.1:2:json')
  expect(routeOf('get_messages')).toMatchObject({
    parameters: expect.arrayContaining([
      expect.objectContaining({ name: 'anchor', in: 'query', schema: expect.anything() }),
      expect.objectContaining({
        name: 'narrow',
        in: 'query',
        content: { 'application/json': { schema: expect.objectContaining({ type: 'array' }) } },
      }),
    ]),
  })
  // Two types, neither of which is written as JSON text.
  expect(routeOf('get_messages').parameters).toContainEqual(
    expect.objectContaining({ name: 'anchor', schema: { type: ['string', 'number'] } }),
  )
  expect(routeOf('unsubscribe').parameters).toContainEqual(
    expect.objectContaining({ name: 'subscriptions', in: 'query', required: true }),
  )
  expect(routeOf('subscribe').requestBody).toMatchObject({
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: { $ref: '#/components/schemas/subscribe_fields' },
        encoding: { subscriptions: { contentType: 'application/json' } },
      },
      'application/json': { schema: { $ref: '#/components/schemas/subscribe_fields' } },
    },
  })
  expect(routeOf('upload_file').requestBody).toMatchObject({
    content: { 'multipart/form-data': { schema: { required: ['file'] } } },
  })
})

test('two operations at one address are one, whose value decides', () => {
  const users = document.paths['/api/v1/users/{user_id_or_email}']
  expect(Object.keys(users ?? {})).toEqual(['get', 'patch', 'delete'])
  expect(users?.get?.operationId).toBe('get_user_or_get_user_by_email')
  expect(users?.get?.parameters?.[0]?.['schema']).toMatchObject({
    anyOf: [{ type: 'integer' }, { type: 'string' }],
  })
})

test('accounts sign in, where they need to', () => {
  const keys = [{ account: [] }, { accountKey: [] }, { session: [] }]
  expect(document.security).toEqual(keys)
  expect(routeOf('send_message').security).toBeUndefined()
  expect(routeOf('get_messages').security).toContainEqual({})
  expect(routeOf('get_server_settings').security).toEqual([])
  expect(routeOf('get_server_settings').responses).not.toHaveProperty('401')
  expect(routeOf('get_file').security).toContainEqual({ session: [] })
  const { session } = document.components['securitySchemes'] as Record<string, { name: string }>
  expect(session?.name).toBe('__Host-sessionid')
})
