/**
 * The only view of the time-lock that the app reads, since its whole ABI has 9 kB. A test compares it with
 * the contract.
 */
export const timelockDelayAbi = [
  {
    type: 'function',
    name: 'getMinDelay',
    inputs: [],
    outputs: [{ name: '', type: 'uint256' }],
    stateMutability: 'view',
  },
] as const
