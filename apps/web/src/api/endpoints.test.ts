import { expect, it } from 'vitest'
import { endpointOf } from './endpoints.ts'

it('fills parameters in, and throws where one is missing', () => {
  expect(endpointOf('getNonce', { address: '0x1/2' })).toEqual({
    method: 'GET',
    path: '/api/v1/users/nonce/0x1%2F2',
  })
  expect(() => endpointOf('getNonce')).toThrow(TypeError)
})
