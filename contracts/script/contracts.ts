/** Our deployable contracts: each has its ABI in abi/ and, once Forge has built, its bytecode in out/. */
export const CONTRACT_NAMES = [
  'AdminTimelock',
  'DR',
  'DRGV',
  'DigitDraw',
  'DigitalRights',
  'Emission',
  'Exchange',
  'Funding',
  'PoolSeeder',
  'PriceOracle',
  'ResultRegistry',
  'RootRegistry',
  'TestUSDT',
  'TreasuryVesting',
  'USDR',
  'WithdrawalVault',
] as const

export type ContractName = (typeof CONTRACT_NAMES)[number]
