/** The OpenAPI document from the server, read like a client: calls with the schemas of their inputs. */
import type { Call } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import type { FastifyInstance } from 'fastify'
import { type Corrupted, corrupt, type Schema } from './corrupt.ts'
import type { Scene } from './scene.ts'
import { VALID_INPUTS, type ValidInput } from './valid-inputs.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Operation {
  readonly operationId: string
  readonly 'x-access': string
  readonly security: readonly unknown[]
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly 'x-decrypted': Schema } }
  }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface DocumentedCall {
  readonly call: Call
  readonly valid: ValidInput
  /** `GET /path/{parameter}`. */
  readonly route: string
  readonly access: string
  readonly secured: boolean
  readonly params: Schema
  readonly request: Schema
  readonly resolve: (schema: Schema) => Schema
}

const objectOf = (parameters: readonly Parameter[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
})

export const readDocument = async (app: FastifyInstance): Promise<readonly DocumentedCall[]> => {
  const { paths, components } = (await app.inject('/openapi.json')).json() as Document
  const resolve = (schema: Schema): Schema => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref ?? ''))?.[1]
    return name === undefined ? schema : resolve(components.schemas[name] as Schema)
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = operation.operationId as keyof typeof CALLS
      const call: Call | undefined = CALLS[name]
      const valid: ValidInput | undefined = VALID_INPUTS[name]
      if (!call || !valid) throw new Error(`${name} has no line in test/servers/valid-inputs.ts: add one`)
      const given = (operation.parameters ?? []).filter((one): one is Parameter => 'in' in one)
      const body = operation.requestBody?.content['application/json']['x-decrypted']
      return {
        call,
        valid,
        resolve,
        route: `${method.toUpperCase()} ${path}`,
        access: operation['x-access'],
        secured: operation.security.length > 0,
        params: objectOf(given.filter((one) => one.in === 'path')),
        request: body ?? objectOf(given.filter((one) => one.in === 'query')),
      }
    }),
  )
}

export interface CorruptedRequest extends Corrupted {
  readonly params: Record<string, string>
  readonly body: unknown
}

/** Whether a call would refuse it, by its own definition. */
const isRefused = (call: Call, { params, body }: { params: unknown; body: unknown }): boolean =>
  !call.params.safeParse(params).success || !call.request.safeParse(body).success

/**
 * All invalid requests of a call. A path cannot lack a parameter or have an extra one: that would be another
 * path.
 */
export const corruptedRequests = async (
  { call, valid, params, request, resolve }: DocumentedCall,
  scene: Scene,
): Promise<CorruptedRequest[]> => {
  const goodParams = valid.params?.(scene) ?? {}
  const goodBody = (await valid.body?.(scene)) ?? {}
  const inPath = corrupt(params, goodParams, { resolve, text: true })
    .filter(
      ({ kind, input }) =>
        kind !== 'missing' && kind !== 'extra' && typeof Object.values(input as object)[0] === 'string',
    )
    .filter(({ input }) => Object.values(input as object).every((value) => value !== ''))
    .map((one) => ({ ...one, params: one.input as Record<string, string>, body: goodBody }))
  const inBody = corrupt(request, goodBody, { resolve, text: call.method === 'GET' }).map((one) => ({
    ...one,
    params: goodParams,
    body: one.input,
  }))
  return [...inPath, ...inBody].filter((one) => !one.unsure || isRefused(call, one))
}
