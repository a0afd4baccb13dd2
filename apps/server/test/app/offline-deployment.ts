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
    DigitDraw: address('b5'),
    Emission: address('a3'),
    PriceOracle: address('a4'),
    USDT: address('a5'),
    USDR: address('a6'),
    DR: address('a7'),
    DRGV: address('a8'),
    timelock: address('a9'),
    treasury: address('aa'),
    pairs: { DR: address('ab'), DRGV: address('ac') },
  },
}
