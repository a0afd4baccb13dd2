import { type Call, errorsOf } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { ERRORS } from '@dr/protocol/errors'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { createOpenApi } from './openapi.ts'

describe('openapi', () => {
  interface Operation {
    operationId: string
    security: object[]
    parameters?: { $ref?: string }[]
    requestBody?: { required: boolean }
    responses: Record<string, { description: string }>
  }
  const document = createOpenApi(Object.values(CALLS)) as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, object>; parameters: Record<string, object> }
  }

  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

  test('says which calls need a session, and which an encrypted body with its headers', () => {
    const ofCall = (name: keyof typeof CALLS) => {
      const operation = operations.find(({ operationId }) => operationId === name)
      const refs = operation?.parameters?.flatMap(({ $ref }) => ($ref ? [$ref.split('/').at(-1)] : [])) ?? []
      return [operation?.security, operation?.requestBody?.required, refs]
    }
    const session = [{ session: [] }]
    const optional = ['key.optional', 'key-id.optional', 'timestamp.optional']
    expect(ofCall('getNonce')).toEqual([[], undefined, []])
    expect(ofCall('login')).toEqual([[], true, ['key', 'key-id', 'timestamp']])
    expect(ofCall('logout')).toEqual([session, undefined, ['x-address']])
    expect(ofCall('fundFlows')).toEqual([session, false, ['x-address', ...optional]])
    // A union of requests, each with its required fields.
    expect(ofCall('emailCode')).toEqual([session, true, ['x-address', 'key', 'key-id', 'timestamp']])
  })

  test('describes every call, with every error it can raise', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(CALLS).toSorted())
    for (const call of Object.values(CALLS)) {
      const operation = operations.find(({ operationId }) => operationId === call.name)
      const descriptions = Object.values(operation?.responses ?? {})
        .map(({ description }) => description)
        .join('\n')
      for (const name of errorsOf(call)) expect(descriptions).toContain(`\`${ERRORS[name].code}\``)
    }
  })

  test('has no error for Redocly’s linter, as its command judges by default', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const calls: readonly Call[] = [...Object.values(CALLS), ...Object.values(LOCAL_CALLS)]
    const source = JSON.stringify(createOpenApi(calls))
    const problems = await lintFromString({ source, config })
    const found = problems.map(({ severity, ruleId, location }) => [severity, ruleId, location[0]?.pointer])
    expect(found.filter(([severity]) => severity === 'error')).toEqual([])
    // There is no licence to name; the linter ignores `x-decrypted` and the list in `propertyNames`.
    const known = ['info-license', 'no-unused-components', 'no-required-schema-properties-undefined']
    expect(found.filter(([, ruleId]) => !known.includes(String(ruleId)))).toEqual([])
  })

  test('every reference in it leads somewhere', () => {
    const text = JSON.stringify(document)
    for (const [, kind, name] of text.matchAll(/"#\/components\/(schemas|parameters)\/([^"]+)"/g)) {
      expect(document.components[kind as 'schemas' | 'parameters']).toHaveProperty([String(name)])
    }
    expect(text).not.toContain('$defs')
  })
})
