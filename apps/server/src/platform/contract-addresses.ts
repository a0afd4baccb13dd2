/** The contracts the server talks to: the part it needs of the deployment's record (`@dr/contracts/deploy`). */
export interface ContractAddresses {
  readonly usdt: `0x${string}`
  readonly dr: `0x${string}`
  readonly drgv: `0x${string}`
  readonly emission: `0x${string}`
  readonly priceOracle: `0x${string}`
  readonly digitalRights: `0x${string}`
  readonly withdrawalVault0: `0x${string}`
}
