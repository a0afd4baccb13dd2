/** The OpenAPI 3.1 document, generated from the protocol's calls, which are also the served ones. */
import { type Call, errorsOf, HEADERS, type Tag } from '@dr/protocol/call'
import { APP_VERSION } from '@dr/protocol/constants'
import { ERROR_MESSAGES } from '@dr/protocol/error-messages'
import { ERRORS, type ErrorName } from '@dr/protocol/errors'
import * as z from 'zod'
import { OPENAPI_DESCRIPTION, TAG_DESCRIPTIONS } from './openapi-description.ts'

type Json = Record<string, unknown>
const JSON_TYPE = 'application/json'

/** Schemas with an id, found while describing the calls; they become `components.schemas`. */
type Components = Map<string, Schema>

type Schema = z.core.JSONSchema.BaseSchema

const schemaOf = (schema: z.ZodType, io: 'input' | 'output', components: Components): Schema => {
  const { $defs = {}, $schema: _, ...root } = z.toJSONSchema(schema, { io, reused: 'inline' })
  for (const [name, { $schema: __, id: ___, ...definition }] of Object.entries($defs)) {
    components.set(name, definition)
  }
  return root
}

/** Zod's `#/$defs/X` become components, since calls share them. */
const referToComponents = (document: Json): Json =>
  JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/'))

const isEmpty = ({ type, properties = {} }: Schema): boolean =>
  type === 'object' && Object.keys(properties).length === 0

const parametersOf = (place: 'path' | 'query', { properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))

/** Headers of an encrypted body; optional if the body is. */
const ENVELOPE_HEADERS = [HEADERS.key, HEADERS.keyId, HEADERS.timestamp] as const
const optional = (name: string): string => `${name}.optional`

const headersOf = (call: Call, body: RequestBody | undefined) => {
  const names = [
    ...(call.access === 'public' ? [] : [HEADERS.address]),
    ...(body ? ENVELOPE_HEADERS.map((name) => (body.required ? name : optional(name))) : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

const envelopeOf = (call: Call, data: Schema): Json => ({
  type: 'object',
  properties: {
    ...(call.answer === 'legacy' ? { success: { const: true } } : {}),
    code: { const: 0 },
    message: { type: 'string' },
    data,
  },
  required: [...(call.answer === 'legacy' ? ['success'] : []), 'code', 'message', 'data'],
})

/** Errors by HTTP status, each with its code, name and text. */
const errorResponses = (call: Call): Json => {
  const byStatus = Map.groupBy(errorsOf(call), (name) => ERRORS[name].status)
  const describe = (name: ErrorName) => `- \`${ERRORS[name].code}\` ${name}: ${ERROR_MESSAGES[name]}`
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      String(status),
      {
        description: names.map(describe).join('\n'),
        content: {
          [JSON_TYPE]: {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Error' },
                { properties: { code: { enum: names.map((name) => ERRORS[name].code) } } },
              ],
            },
          },
        },
      },
    ]),
  )
}

interface RequestBody extends Json {
  readonly required: boolean
}

/** Required, unless the call accepts an empty request: then a POST without a body means an empty one. */
const bodyOf = (call: Call, schema: Schema): RequestBody | undefined => {
  if (call.method !== 'POST' || isEmpty(schema)) return undefined
  return {
    required: !call.request.safeParse({}).success,
    description: 'Sent encrypted, as `EncryptedBody`; `x-decrypted` is what is inside.',
    content: {
      [JSON_TYPE]: { schema: { $ref: '#/components/schemas/EncryptedBody' }, 'x-decrypted': schema },
    },
  }
}

const operationOf = (call: Call, components: Components): Json => {
  const request = schemaOf(call.request, 'input', components)
  const requestBody = bodyOf(call, request)
  const parameters = [
    ...parametersOf('path', schemaOf(call.params, 'input', components)),
    ...(call.method === 'GET' ? parametersOf('query', request) : []),
    ...headersOf(call, requestBody),
  ]
  return {
    operationId: call.name,
    tags: [call.tag],
    summary: call.summary,
    'x-access': call.access,
    security: call.access === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      '200': {
        description: 'Done.',
        content: { [JSON_TYPE]: { schema: envelopeOf(call, schemaOf(call.response, 'output', components)) } },
      },
      ...errorResponses(call),
    },
  }
}

const headerParameter = (name: string, required: boolean, description: string): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

const ENVELOPE_DESCRIPTIONS: Readonly<Record<(typeof ENVELOPE_HEADERS)[number], string>> = {
  [HEADERS.key]: 'Base64 of RSA-2048-OAEP-SHA-256 over the 16 bytes of the request key.',
  [HEADERS.keyId]: 'Which of the server’s public keys was used.',
  [HEADERS.timestamp]: 'Milliseconds since 1970; at most 5 minutes off.',
}

const PARAMETERS: Json = {
  [HEADERS.address]: headerParameter(
    HEADERS.address,
    false,
    'Address of the connected wallet; 10011 when it is not the session’s.',
  ),
  ...Object.fromEntries(
    ENVELOPE_HEADERS.flatMap((name) => [
      [name, headerParameter(name, true, ENVELOPE_DESCRIPTIONS[name])],
      [optional(name), headerParameter(name, false, `With a body. ${ENVELOPE_DESCRIPTIONS[name]}`)],
    ]),
  ),
}

const FIXED_SCHEMAS: Record<string, Json> = {
  Error: {
    type: 'object',
    properties: {
      success: { const: false, description: 'Legacy calls only.' },
      code: { type: 'integer' },
      message: { type: 'string' },
      data: { type: 'object', description: '10002: `path` and `problem`. 10001: `requestId`.' },
    },
    required: ['code', 'message'],
  },
  EncryptedBody: {
    type: 'object',
    properties: {
      data: {
        type: 'string',
        format: 'base64',
        description: 'iv (12 bytes) ‖ AES-128-GCM ciphertext ‖ tag (16)',
      },
    },
    required: ['data'],
    additionalProperties: false,
  },
}

/** Converts Fastify's `/users/:address` to `/users/{address}`. */
const openApiPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

export const createOpenApi = (calls: readonly Call[]): Json => {
  const components: Components = new Map()
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = openApiPath(call.path)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, components) }
  }
  const schemas = Object.fromEntries([...components].toSorted(([a], [b]) => a.localeCompare(b)))
  return referToComponents({
    openapi: '3.1.0',
    info: { title: 'Digital Rights', version: APP_VERSION, description: OPENAPI_DESCRIPTION },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(({ tag }) => tag))].map((name: Tag) => ({
      name,
      description: TAG_DESCRIPTIONS[name],
    })),
    paths,
    components: {
      schemas: { ...FIXED_SCHEMAS, ...schemas },
      parameters: PARAMETERS,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'Opaque token, 24 hours.' },
      },
    },
  })
}
