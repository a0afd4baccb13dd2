import { CALLS } from '@dr/protocol/calls/index'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { expect, it } from 'vitest'
import { ENDPOINTS, endpointOf } from './endpoints.ts'

it('agrees with the protocol for every call', () => {
  const defined = Object.entries({ ...CALLS, ...LOCAL_CALLS }).map(([name, call]) => [
    name,
    `${call.method} ${call.path}`,
  ])
  expect(ENDPOINTS).toEqual(Object.fromEntries(defined))
})

it('fills parameters in, and throws where one is missing', () => {
  expect(endpointOf('getNonce', { address: '0x1/2' })).toEqual({
    method: 'GET',
    path: '/api/v1/users/nonce/0x1%2F2',
  })
  expect(() => endpointOf('getNonce')).toThrow(TypeError)
})
