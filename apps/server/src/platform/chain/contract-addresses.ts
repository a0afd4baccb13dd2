type Address = `0x${string}`

/** The withdrawal contracts by their account: 0 miner, 1 deflation, 2 node (PRODUCT.md 3). */
export type VaultAddresses = readonly [Address, Address, Address]

/** The contracts the server talks to: the part it needs of the deployment's record (`@dr/contracts/deploy`). */
export interface ContractAddresses {
  readonly usdt: Address
  readonly usdr: Address
  readonly dr: Address
  readonly drgv: Address
  readonly emission: Address
  readonly priceOracle: Address
  readonly digitalRights: Address
  readonly exchange: Address
  readonly funding: Address
  readonly resultRegistry: Address
  readonly digitDraw: Address
  readonly withdrawalVaults: VaultAddresses
  /** The pools of each token and USDT. */
  readonly pairs: { readonly DR: Address; readonly DRGV: Address }
  /** The only admin: every change of a setting waits there for 14 days. */
  readonly timelock: Address
  /** Whose USDT funds no reward (PRODUCT.md 4). */
  readonly treasury: Address
}
