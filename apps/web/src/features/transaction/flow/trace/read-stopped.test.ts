/** Outcome of what another account stopped, read on a real chain without its session. */
import { describe, expect, it } from 'vitest'
import { account } from '../test-chain.ts'
import { readStoppedOutcome } from './read-stopped.ts'
import { ID, openLookBack, refusing, target } from './test-look-back.ts'

const { chain, send, nonceOf, keep } = openLookBack()

describe('stopped by another account in the wallet: what was paid, without its session', () => {
  const stopped = {
    account,
    kind: 'deposit',
    amounts: '5 USDT',
    done: [],
    approval: null,
    orderId: ID,
    requested: true,
    hash: null,
  } as const

  it.each([
    ['paid', target],
    ['failed', refusing],
  ] as const)('%s, by its receipt', async (outcome, to) => {
    await keep({ hash: await send({ to }), stage: 'pending' }, account, to)
    expect(await readStoppedOutcome(chain.client, stopped)).toBe('waiting')
    await chain.anvil.mine()
    expect(await readStoppedOutcome(chain.client, stopped)).toBe(outcome)
  })

  it('sent without a word: not known, until the chain shows it', async () => {
    await keep()
    expect(await readStoppedOutcome(chain.client, stopped)).toBe('unknown')
    await send()
    await chain.anvil.mine()
    expect(await readStoppedOutcome(chain.client, stopped)).toBe('paid')
  })

  it('cancelled in the wallet: not used', async () => {
    const hash = await send()
    await keep({ hash, accountNonce: await nonceOf(hash) })
    await send({ nonce: await nonceOf(hash), to: account, data: '0x', gwei: 20n })
    await chain.anvil.mine()
    expect(await readStoppedOutcome(chain.client, stopped)).toBe('replaced')
  })

  it('never asked for: nothing, or no more than an approval', async () => {
    expect(await readStoppedOutcome(chain.client, { ...stopped, requested: false })).toBe('nothing')
    for (const [approval, outcome] of [
      ['mined', 'approved'],
      ['sent', 'approval-sent'],
    ] as const)
      expect(await readStoppedOutcome(chain.client, { ...stopped, requested: false, approval })).toBe(outcome)
  })
})
