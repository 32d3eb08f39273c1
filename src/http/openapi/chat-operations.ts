import { fieldTypesOf } from '../../contract/field-types.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { compareSpecificity } from '../routes/dialect.ts'
import { CHAT_BASE } from '../routes/form-dialect.ts'
import {
  type Json,
  jsonAnswer,
  jsonSchema,
  type Paths,
  type RouteSays,
  type Verb,
} from '../routes/route-says.ts'

/** One address of an operation. */
interface Address {
  operation: AnyOperation
  /** Path from the root of the server, with a name in braces for each parameter. */
  path: string
  /** Whether clients of old know it by this one. */
  isOther: boolean
}

/** Routes that are spoken as forms, and what their bodies are made of, by name for the components of a document. */
export function chatOperations(operations: readonly AnyOperation[]): {
  paths: Paths
  schemas: Readonly<Record<string, Json>>
} {
  const spoken = operations.filter(({ http }) => http.dialect === 'form')
  const shapes = Map.groupBy(spoken.flatMap(addressesOf), ({ path }) => shapeOf(path))
  const paths: Record<string, Partial<Record<Verb, RouteSays>>> = {}
  for (const addresses of shapes.values()) paths[commonPath(addresses)] = routesAt(addresses)
  const bodies = spoken.filter(takesForm)
  const schemas = bodies.map((operation) => [fieldsName(operation), fieldsSchema(operation)])
  return { paths, schemas: Object.fromEntries(schemas) as Record<string, Json> }
}

function addressesOf(operation: AnyOperation): Address[] {
  const { path, otherPaths = [] } = operation.http
  return [path, ...otherPaths].map((template, index) => ({
    operation,
    path: CHAT_BASE + template.replaceAll('+}', '}'),
    isOther: index > 0,
  }))
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}')
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** OpenAPI tells paths apart by their words only: `/users/{user_id}` and `/users/{email}` are one, by a common name. */
function commonPath(addresses: readonly Address[]): string {
  const sorted = addresses.toSorted((a, b) => compareSpecificity(a.operation, b.operation))
  const names = sorted.map(({ path }) => namesIn(path))
  let index = -1
  return shapeOf(addresses[0]?.path ?? '').replaceAll('{}', () => {
    index += 1
    return `{${[...new Set(names.map((own) => own[index]))].join('_or_')}}`
  })
}

function routesAt(addresses: readonly Address[]): Partial<Record<Verb, RouteSays>> {
  const common = namesIn(commonPath(addresses))
  const sorted = addresses.toSorted((a, b) => compareSpecificity(a.operation, b.operation))
  const routes: Partial<Record<Verb, RouteSays>> = {}
  for (const address of sorted) {
    const verb = address.operation.http.method.toLowerCase() as Verb
    const known = routes[verb]
    const says = route(address, common)
    routes[verb] = known ? eitherOf(known, says) : says
  }
  return routes
}

function route({ operation, path, isOther }: Address, common: readonly string[]): RouteSays {
  const { name, title, description, toolset, http } = operation
  const inPath = namesIn(path)
  const isQuery = http.method === 'GET' || http.method === 'DELETE'
  const parameters = [
    ...inPath.map((own, index) => pathParameter(operation, own, common[index] ?? own)),
    ...(isQuery ? queryParameters(operation) : []),
  ]
  return {
    ...(isOther ? { deprecated: true } : { operationId: name }),
    summary: title,
    description,
    tags: [toolset],
    ...securityOf(http),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(http.takesFile ? { requestBody: uploadBody(operation) } : {}),
    ...(takesForm(operation) ? { requestBody: formBody(operation) } : {}),
    responses: {
      200: success(operation),
      ...Object.fromEntries(
        refusalsOf(http).map((status) => [
          status,
          { $ref: `#/components/responses/Refusal${status}` },
        ]),
      ),
    },
  }
}

/** Two operations at one address: which one it is, the value in the path decides. */
function eitherOf(a: RouteSays, b: RouteSays): RouteSays {
  const [fromA, fromB] = [a.parameters ?? [], b.parameters ?? []]
  const rest = fromB.filter((own) => !fromA.some(({ name }) => name === own['name']))
  return {
    ...a,
    operationId: `${a.operationId}_or_${b.operationId}`,
    summary: `${a.summary} / ${b.summary}`,
    description: `${a.description} / ${b.description}`,
    parameters: [
      ...fromA.map((own) => {
        const other = fromB.find(({ name }) => name === own['name'])
        return own['in'] === 'path' && other
          ? { ...own, schema: { anyOf: [own['schema'], other['schema']] } }
          : own
      }),
      ...rest,
    ],
    responses: { ...a.responses, ...b.responses },
  }
}

function securityOf({ anonymous, ignoresCredentials }: AnyOperation['http']) {
  if (ignoresCredentials) return { security: [] }
  return anonymous ? { security: [...ACCOUNT, {}] } : {}
}

/** How accounts show themselves to operations. */
export const ACCOUNT: readonly Json[] = [{ account: [] }, { accountKey: [] }, { session: [] }]

function refusalsOf({ ignoresCredentials, takesFile }: AnyOperation['http']): number[] {
  return [
    400,
    ...(ignoresCredentials ? [] : [401]),
    403,
    404,
    413,
    ...(takesFile ? [422] : []),
    429,
    500,
    503,
  ]
}

function propertiesOf(operation: AnyOperation): [string, Json][] {
  const { properties = {} } = jsonSchema(operation.input, 'input')
  return Object.entries(properties as Record<string, Json>)
}

function pathParameter(operation: AnyOperation, own: string, common: string): Json {
  const { description, ...schema } = new Map(propertiesOf(operation)).get(own) ?? {}
  const takesRest = operation.http.path.includes(`{${own}+}`)
  const slashes = takesRest ? ' Takes the rest of the path, with its slashes.' : ''
  const words = `${typeof description === 'string' ? description : ''}${slashes}`.trim()
  return {
    name: common,
    in: 'path',
    required: true,
    ...(words === '' ? {} : { description: words }),
    schema,
  }
}

function outsidePath(operation: AnyOperation): [string, Json][] {
  const { path, otherPaths = [] } = operation.http
  const inPath = new Set([path, ...otherPaths].flatMap((one) => namesIn(one.replaceAll('+}', '}'))))
  return propertiesOf(operation).filter(([name]) => !inPath.has(name))
}

function isRequired(operation: AnyOperation, name: string): boolean {
  return fieldTypesOf(operation).required.includes(name)
}

/** Whether a field travels as JSON text; others are written as they are (chat spec 4.1, rule 2). */
function isJsonText(operation: AnyOperation, name: string): boolean {
  const types = fieldTypesOf(operation).types.get(name)
  return ['array', 'object', 'any'].some((type) => types?.has(type))
}

function queryParameters(operation: AnyOperation): Json[] {
  return outsidePath(operation).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(isRequired(operation, name) ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    ...(isJsonText(operation, name) ? { content: { 'application/json': { schema } } } : { schema }),
  }))
}

function takesForm(operation: AnyOperation): boolean {
  const { method, takesFile } = operation.http
  const isInQuery = method === 'GET' || method === 'DELETE'
  return !isInQuery && !takesFile && outsidePath(operation).length > 0
}

function fieldsName({ name }: AnyOperation): string {
  return `${name}_fields`
}

function fieldsSchema(operation: AnyOperation): Json {
  const fields = outsidePath(operation)
  const required = fields.map(([name]) => name).filter((name) => isRequired(operation, name))
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(required.length === 0 ? {} : { required }),
  }
}

function formBody(operation: AnyOperation): Json {
  const schema = { $ref: `#/components/schemas/${fieldsName(operation)}` }
  const jsonText = outsidePath(operation).filter(([name]) => isJsonText(operation, name))
  const encoding = jsonText.map(([name]) => [name, { contentType: 'application/json' }])
  return {
    required: outsidePath(operation).some(([name]) => isRequired(operation, name)),
    content: {
      'application/x-www-form-urlencoded': {
        schema,
        ...(encoding.length === 0 ? {} : { encoding: Object.fromEntries(encoding) as Json }),
      },
      'application/json': { schema },
    },
  }
}

function uploadBody(operation: AnyOperation): Json {
  const { properties, required = [] } = fieldsSchema(operation) as {
    properties: Json
    required?: string[]
  }
  const file = {
    type: 'string',
    format: 'binary',
    description: 'The file, as the last part and under any name.',
  }
  const schema = {
    type: 'object',
    properties: { ...properties, file },
    required: [...required, 'file'],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

/** The envelope of success with what the operation answers; its own fields win. */
function success(operation: AnyOperation): Json {
  const { properties = {}, required = [] } = jsonSchema(operation.output, 'output') as {
    properties?: Json
    required?: readonly string[]
  }
  const schema = {
    type: 'object',
    required: [...new Set(['result', 'msg', ...required])],
    properties: {
      result: { const: 'success' },
      msg: { type: 'string' },
      ...properties,
      ignored_parameters_unsupported: {
        type: 'array',
        items: { type: 'string' },
        description: 'Names of parameters that the operation does not know.',
      },
    },
  }
  return { ...jsonAnswer('The call succeeded.', schema), headers: RATE_HEADERS }
}

const RATE_HEADERS: Json = Object.fromEntries(
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
)
