import { z } from 'zod'

/** A piece of a document. */
export type Json = Record<string, unknown>

/** Methods as OpenAPI writes them. */
export type Verb = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch'

/** What a document says of one route: an Operation Object of OpenAPI 3.1. */
export interface RouteSays {
  /** Absent on a second address of the same operation. */
  operationId?: string
  summary: string
  description?: string
  tags?: readonly string[]
  deprecated?: true
  /** Credentials that it takes: those of the whole document when absent; empty where none are looked at. */
  security?: readonly Json[]
  parameters?: readonly Json[]
  requestBody?: Json
  responses: Readonly<Record<number, Json>>
  'x-payment-info'?: object
}

/** Routes by path, from the root of the server, and by method. */
export type Paths = Readonly<Record<`/${string}`, Partial<Record<Verb, RouteSays>>>>

/** The description of a refusal that many routes share. */
export const refusal = (status: number): Json => ({
  $ref: `#/components/responses/Refusal${status}`,
})

/** The refusal of a request from a page of somebody else. */
export const FORGED = errorAnswer(
  '`CSRF_FAILED`: the request does not come from a page of this server.',
)

/** The envelope of the chat around these fields, all of them required unless said otherwise. */
export const envelopeOf = (
  properties: Json = {},
  required: readonly string[] = Object.keys(properties),
): Json => ({
  type: 'object',
  required: ['result', 'msg', ...required],
  properties: { result: { const: 'success' }, msg: { type: 'string' }, ...properties },
})

/** The JSON Schema of what goes in or comes out, without the name of its dialect, which is that of OpenAPI 3.1. */
export function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

/** An answer, or another body, of JSON. */
export function jsonContent(schema: Json): Json {
  return { content: { 'application/json': { schema } } }
}

/** An answer of JSON. */
export function jsonAnswer(description: string, schema: Json = { type: 'object' }): Json {
  return { description, ...jsonContent(schema) }
}

/** An answer with the envelope of errors that a document names `Error`. */
export function errorAnswer(description: string): Json {
  return jsonAnswer(description, { $ref: '#/components/schemas/Error' })
}

/** The id of a request, in an error. */
export const REQUEST_ID: Json = {
  type: 'string',
  description: 'Names the request in the log of the server, as the header x-request-id does.',
}

/** The header of refusals that tell when to come again. */
export const RETRY_AFTER: Json = {
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
  },
}

/** A parameter that is text in the path. */
export function pathText(name: string, description: string): Json {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } }
}

/** Routes under a heading. */
export function tagRoutes(tag: string, paths: Paths): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, routes]) => [
      path,
      Object.fromEntries(
        Object.entries(routes).map(([verb, says]) => [verb, { tags: [tag], ...says }]),
      ),
    ]),
  )
}
