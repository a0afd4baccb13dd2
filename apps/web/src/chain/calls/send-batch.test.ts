import { describe, expect, it } from 'vitest'
import { saysAtomic } from '../wallet/wallet-ability.ts'
import { readStatus } from './send-batch.ts'

const hash = `0x${'11'.repeat(32)}`

describe('saysAtomic', () => {
  it.each([
    ['supported here', { '0x7a69': { atomic: { status: 'supported' } } }, true],
    [
      'ready: the wallet upgrades the account when it is asked',
      { '0x7a69': { atomic: { status: 'ready' } } },
      true,
    ],
    ['on every chain', { '0x0': { atomic: { status: 'supported' } } }, true],
    ['on another chain', { '0x38': { atomic: { status: 'supported' } } }, false],
    ['unsupported', { '0x7a69': { atomic: { status: 'unsupported' } } }, false],
    ['something else', { '0x7a69': { paymasterService: { supported: true } } }, false],
    ['nothing', null, false],
    ['nonsense', 'yes', false],
  ])('%s', (_, answer, atomic) => {
    expect(saysAtomic(answer, 31_337)).toBe(atomic)
  })
})

describe('readStatus', () => {
  it.each([
    ['under way', { status: 100 }, { at: 'pending', hash: null }],
    ['included', { status: 200, receipts: [{ transactionHash: hash }] }, { at: 'included', hash }],
    ['never sent', { status: 400 }, { at: 'failed', hash: null }],
    ['reverted', { status: 500, receipts: [{ transactionHash: hash }] }, { at: 'failed', hash }],
    [
      'a hash that is none',
      { status: 200, receipts: [{ transactionHash: '0x12' }] },
      { at: 'included', hash: null },
    ],
    ['a wallet that does not know it', null, null],
    ['in words, under way', { status: 'PENDING' }, { at: 'pending', hash: null }],
    ['in words, without a receipt', { status: 'CONFIRMED' }, { at: 'included', hash: null }],
    [
      'in words, included',
      { status: 'CONFIRMED', receipts: [{ transactionHash: hash, status: '0x1' }] },
      { at: 'included', hash },
    ],
    [
      'in words, reverted',
      { status: 'CONFIRMED', receipts: [{ transactionHash: hash, status: '0x0' }] },
      { at: 'failed', hash },
    ],
    ['in other words', { status: 'done' }, null],
  ])('%s', (_, answer, status) => {
    expect(readStatus(answer)).toEqual(status)
  })
})
