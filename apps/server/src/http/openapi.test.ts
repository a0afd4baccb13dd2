import { errorsOf } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { ERRORS } from '@dr/protocol/errors'
import { describe, expect, test } from 'vitest'
import { createOpenApi } from './openapi.ts'

describe('openapi', () => {
  const document = createOpenApi(Object.values(CALLS)) as {
    paths: Record<
      string,
      Record<string, { operationId: string; responses: Record<string, { description: string }> }>
    >
    components: { schemas: Record<string, object>; parameters: Record<string, object> }
  }

  test('describes every call, with every error it can raise', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(CALLS).toSorted())
    for (const call of Object.values(CALLS)) {
      const operation = operations.find(({ operationId }) => operationId === call.name)
      const descriptions = Object.values(operation?.responses ?? {})
        .map(({ description }) => description)
        .join('\n')
      for (const name of errorsOf(call)) expect(descriptions).toContain(`\`${ERRORS[name].code}\``)
    }
  })

  test('every reference in it leads somewhere', () => {
    const text = JSON.stringify(document)
    for (const [, kind, name] of text.matchAll(/"#\/components\/(schemas|parameters)\/([^"]+)"/g)) {
      expect(document.components[kind as 'schemas' | 'parameters']).toHaveProperty([String(name)])
    }
    expect(text).not.toContain('$defs')
  })
})
