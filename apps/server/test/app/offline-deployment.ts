import { byToken, PRICED_TOKENS, TOKENS } from '@dr/protocol/tokens'

const address = (byte: string) => `0x${byte.repeat(20)}` as const

/** A deployment's record for tests without a chain: made-up addresses, lower case. */
export const OFFLINE_DEPLOYMENT = {
  startBlock: 7,
  contracts: {
    DigitalRights: address('a1'),
    withdrawalVaults: [address('a2'), address('b0'), address('b1')],
    Exchange: address('b2'),
    Funding: address('b3'),
    ResultRegistry: address('b4'),
    RootRegistry: address('b6'),
    DigitDraw: address('b5'),
    Emission: address('a3'),
    PriceOracle: address('a4'),
    ...byToken(TOKENS, (token) => address(`c${TOKENS.indexOf(token)}`)),
    timelock: address('a9'),
    treasury: address('aa'),
    pairs: byToken(PRICED_TOKENS, (token) => address(`d${PRICED_TOKENS.indexOf(token)}`)),
  },
}
