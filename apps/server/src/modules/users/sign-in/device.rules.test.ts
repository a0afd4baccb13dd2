import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceOf } from './device.rules.ts'

test('browser and system of those people use', () => {
  const agents = [
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
      'Chrome · Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari · iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36 MetaMaskMobile',
      'MetaMask · Android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0',
      'Edge · Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:131.0) Gecko/20100101 Firefox/131.0',
      'Firefox · macOS',
    ],
    ['curl/8.5.0', null],
  ] as const
  for (const [agent, device] of agents) expect(deviceOf(agent)).toBe(device)
  expect(deviceOf(undefined)).toBeNull()
})

test('no user agent makes the stored name longer than 40 characters', () => {
  fc.assert(
    fc.property(fc.string(), (agent) => {
      expect(deviceOf(agent)?.length ?? 0).toBeLessThan(40)
    }),
  )
})
